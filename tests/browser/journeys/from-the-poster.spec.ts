/** A first visit: the code on a store's poster leads to its page, the sign-in stands in between. */
import { expect, test } from '../fixtures.ts';
import { LoginPage, StorePage } from '../models/index.ts';

const WINDOWS = [
  [360, 640],
  [844, 390],
] as const;

test("a visitor from the poster reaches the store's card by one tap and an account", async ({
  page,
}) => {
  const login = new LoginPage(page);
  const store = new StorePage(page);

  await test.step('the poster leads to the sign-in, which says whose card it opens', async () => {
    await page.goto('/store/1?reward=1');
    await expect(page).toHaveURL(/\/login\?redirect=\/store\/1%3Freward%3D1$/);
    await expect(login.store).toHaveText('Sign in to open your card at Kape Tayo');
    await expect(page).toHaveTitle(/^Customer Login/);
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await expect(login.store).toBeInViewport({ ratio: 1 });
      await expect(login.googleButton).toBeInViewport({ ratio: 1 });
    }
  });

  await test.step('Google leads back without another form, to the card', async () => {
    const google = await login.continueWithGoogle();
    const told: string[] = [];
    await page.exposeFunction('tell', (text: string) => told.push(text));
    await page.addInitScript(() => {
      const { tell } = window as unknown as { tell: (text: string) => void };
      addEventListener('DOMContentLoaded', () => {
        const shown = [...document.querySelectorAll('main p, main button')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map(({ textContent }) => textContent);
        if (location.pathname === '/login') tell(shown.join('\n'));
      });
    });
    await google.chooseAccount('Ana Reyes');
    await expect(page).toHaveURL('/store/1?reward=1');
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('Signing you in…');
    expect(told[0]).not.toContain('Continue with Google');
    await expect(store.title).toHaveText('Kape Tayo');
    await expect(page).toHaveTitle('Kape Tayo · Stampcard');
    await expect(store.rewardCards.first()).toBeVisible();
  });
});
