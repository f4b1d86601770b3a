import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';

/** 'Add to calendar' and 'Share', of an event and of a reward. */
export class KeepActions {
  readonly calendarButton;
  readonly shareButton;
  /** What came of it. */
  readonly said;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    this.calendarButton = main.getByRole('button', { name: 'Add to calendar', exact: true });
    this.shareButton = main.getByRole('button', { name: 'Share', exact: true });
    this.said = main.getByRole('status').filter({ hasText: /./ });
  }

  /** Adds the date to a calendar: the file's name and its lines. */
  async addToCalendar(): Promise<{ name: string; lines: string[] }> {
    const downloading = this.page.waitForEvent('download');
    await this.calendarButton.click();
    const download = await downloading;
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), lines: text.split('\r\n') };
  }
}
