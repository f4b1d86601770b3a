/** A store's till, which reads what was on the screen and calls the backend's two functions. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../../src/lib/data/database.types.ts';
import { expect, origin } from './fixtures.ts';
import { until } from './page.ts';

interface Session {
  apiKey: string;
  accessToken: string;
}

const ask = async <Answer>(path: string, body: string): Promise<Answer> =>
  (await fetch(origin + path, { method: 'POST', body })).json();

export async function openTill(store: number) {
  const { apiKey, accessToken } = await ask<Session>('/local/counter/session', String(store));
  const call = async (name: string, body: object) => {
    const response = await fetch(`${origin}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: apiKey,
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.status, `${name}: ${await response.text()}`).toBe(200);
  };
  const read = async (text: string) =>
    (await ask<{ payload: Json }>('/local/counter/read', text)).payload;
  return {
    async give(code: string, count: number): Promise<void> {
      const payload = await read(code);
      const giving = { store_id: store, stamp_count: count, invoice: '', request_id: randomUUID() };
      await call('give_stamp', { payload, ...giving });
    },
    /** The code can be read before the backend has heard that it is open. */
    async redeem(code: string, notes: string): Promise<void> {
      const payload = await read(code);
      const request_id = randomUUID();
      await until(() => call('redeem_reward', { payload, notes, request_id }));
    },
  };
}
