import type { HTMLAttributes } from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kept-screen': HTMLAttributes<HTMLElement>;
    }
  }
}
