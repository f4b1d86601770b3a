import { SitePage } from './site-page.ts';

/** All stores that take part. */
export class StoresPage extends SitePage {
  readonly path = '/stores';
  readonly rows = this.main.getByRole('listitem');
  readonly nearMe = this.page.getByRole('button', { name: 'Near me' });
  readonly openNow = this.page.getByRole('button', { name: 'Open now' });
  readonly showAll = this.page.getByRole('button', { name: 'Show all stores' });

  store(name: string) {
    return this.rows.filter({ hasText: name });
  }
}
