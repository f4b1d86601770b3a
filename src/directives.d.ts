/** The directives of src/scripts/client-*.ts, for the compiler. */
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean;
    'client:saved'?: boolean;
  }
}
