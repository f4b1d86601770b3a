/** What Astro and React need to know about this site, for the compiler. */
import 'astro';
import type { HTMLAttributes } from 'react';

declare module 'astro' {
  interface AstroClientDirectives {
    /** src/scripts/client-painted.ts */
    'client:painted'?: boolean;
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** src/scripts/change-screens.ts */
      'kept-screen': HTMLAttributes<HTMLElement>;
    }
  }
}
