import { SitePage } from './site-page.ts';

/** Any page, for what all of them share; `goto` and `open` take the whole address. */
export class AnyPage extends SitePage {
  readonly path = '';
}
