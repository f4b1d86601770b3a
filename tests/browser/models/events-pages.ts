import { KeepActions } from './parts.ts';
import { EventPhotoSheet } from './sheets.ts';
import { SitePage } from './site-page.ts';

/** One event; `open(2)` opens the one with that id. */
export class EventPage extends SitePage {
  readonly path = '/view-event/';
  readonly date = this.page.getByRole('time');
  readonly keep = new KeepActions(this.page);
  readonly photoButton = this.page.getByRole('button', { name: 'Enlarge the photo' });
  readonly backLink = this.page.getByRole('link', { name: 'Go back to events' });

  async enlargePhoto(): Promise<EventPhotoSheet> {
    await this.photoButton.click();
    return new EventPhotoSheet(this.page);
  }

  async goBackToEvents(): Promise<void> {
    await this.backLink.click();
  }
}

/** The upcoming events. */
export class EventsPage extends SitePage {
  readonly path = '/events';
  readonly cards = this.main.getByRole('listitem');
  readonly submitLink = this.page.getByRole('link', { name: 'Submit Event' });

  event(name: string) {
    return this.page.getByRole('link', { name });
  }
}
