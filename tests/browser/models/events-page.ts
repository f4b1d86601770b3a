import { SitePage } from './site-page.ts';

/** The upcoming events. */
export class EventsPage extends SitePage {
  readonly path = '/events';
  readonly cards = this.main.getByRole('listitem');
  readonly submitLink = this.page.getByRole('link', { name: 'Submit Event' });

  event(name: string) {
    return this.page.getByRole('link', { name });
  }
}
