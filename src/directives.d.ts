/** The directive of src/scripts/client-painted.ts, for the compiler. */
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean;
  }
}
