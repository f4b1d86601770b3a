/** A page of another website in the browser in which the demo is open (local-backend/README.md). */
import { serve } from '../../scripts/server/http-server.ts';
import { expect, test, uniqueEmail } from './fixtures.ts';
import { codeFor } from './support/customers.ts';
import { origin } from './support/origin.ts';

test('a page of another site reads no mail, sends no code and gets no session at the till', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/blocked by CORS policy|Failed to load resource/);
  const headers = { 'content-type': 'text/html' };
  const other = await serve(async () => new Response('<title>Elsewhere</title>', { headers }), 0);
  try {
    // A browser takes the second for another site, the first for another port of the same one.
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`http://${host}:${other.port}/`);
      const victim = uniqueEmail();
      const read = await page.evaluate(
        async ([backend, owner, address]) => {
          const key = 'apikey=sb_publishable_local_stampcard';
          const unread = (path: string, init?: RequestInit) =>
            fetch(backend + path, init).then(
              (response) => response.text(),
              () => 'unread',
            );
          const body = JSON.stringify({ email: address, create_user: true });
          return [
            await unread(`/local/mail.json?to=${owner}`),
            await unread(`/rest/v1/stores?${key}`),
            await unread('/local/counter/session', { method: 'POST', body: '1' }),
            // What a form sends needs no leave; whether it was done shows in the mailbox.
            await unread(`/auth/v1/otp?${key}`, { method: 'POST', body, mode: 'no-cors' }),
          ];
        },
        [origin(), customer.email, victim],
      );
      expect(read).toEqual(['unread', 'unread', 'unread', '']);
      expect(await codeFor(victim)).toBeNull();
    }
  } finally {
    await other.close();
  }
});
