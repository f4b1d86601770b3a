import { SitePage } from './site-page.ts';

/** The sample promos; it wears the shell (`Shell`) without needing a session. */
export class PromosPage extends SitePage {
  readonly path = '/promos';
  readonly promos = this.main.getByRole('listitem');
}
