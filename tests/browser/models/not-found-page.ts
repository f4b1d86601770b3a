import { SitePage } from './site-page.ts';

/** What stands at an address that is unknown. */
export class NotFoundPage extends SitePage {
  readonly path = '/no-such-page';
  readonly homeLink = this.page.getByRole('link', { name: 'Go to Home' });
}
