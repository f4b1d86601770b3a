/** A store's till, which reads what was on the screen and calls the backend's two functions. */
import { randomUUID } from 'node:crypto';
import { LOCAL_ANON_KEY } from '../../../local-backend/keys.ts';
import { readCode } from '../../../src/till/read-code.ts';
import { expect, origin } from './fixtures.ts';
import { until } from './page.ts';

export async function openTill(store: number) {
  const session = await fetch(`${origin}/local/counter/session`, {
    method: 'POST',
    body: String(store),
  });
  const { access_token: accessToken } = await session.json();
  const call = async (name: string, body: object) => {
    const response = await fetch(`${origin}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: LOCAL_ANON_KEY,
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.status, `${name}: ${await response.text()}`).toBe(200);
  };
  return {
    async give(code: string, count: number): Promise<void> {
      const payload = readCode(code)?.payload;
      const giving = { store_id: store, stamp_count: count, invoice: '', request_id: randomUUID() };
      await call('give_stamp', { payload, ...giving });
    },
    /** The code can be read before the backend has heard that it is open. */
    async redeem(code: string, notes: string): Promise<void> {
      const payload = readCode(code)?.payload;
      const request_id = randomUUID();
      await until(() => call('redeem_reward', { payload, notes, request_id }));
    },
  };
}
