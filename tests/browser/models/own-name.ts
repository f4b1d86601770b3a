import type { Page } from 'playwright/test';

/** 'What should stores call you?', on /home until it is answered and on /profile. */
export class OwnName {
  readonly field;
  readonly skipButton;
  /** What came of it. */
  readonly said;
  private readonly saveButton;

  constructor(page: Page) {
    const form = page.locator('form').filter({ hasText: 'What should stores call you?' });
    this.field = form.getByRole('textbox', { name: 'What should stores call you?' });
    this.saveButton = form.getByRole('button', { name: 'Save' });
    this.skipButton = form.getByRole('button', { name: 'Skip' });
    this.said = form.getByRole('status');
  }

  async save(name: string): Promise<void> {
    await this.field.fill(name);
    await this.saveButton.click();
  }
}
