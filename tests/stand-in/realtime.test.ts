import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ben, cy, tess } from '../../local-backend/people.ts';
import { backend, freshData, tokenOf } from '../database/as.ts';
import { answered, customerCode, give, redeem, redemptionCode, undo } from '../database/counter.ts';

/** The stand-in for Realtime, with changes that only its owner may make, and no operator. */
beforeEach(freshData);

async function connect(headers: Record<string, string> = {}, apikey?: string): Promise<WebSocket> {
  const { address, key, close } = await (await backend()).realtime();
  const query = new URLSearchParams({ apikey: apikey ?? key, vsn: '1.0.0' });
  const socket = new WebSocket(`${address}/websocket?${query}`, { headers });
  onTestFinished(async () => {
    socket.terminate();
    await close();
  });
  await once(socket, 'open');
  return socket;
}

test('a page of another site gets no socket', async () => {
  await expect(connect({ origin: 'https://elsewhere.example' })).rejects.toThrow('404');
  await expect(connect({ host: 'elsewhere.example' })).rejects.toThrow('404');
});

test('nobody without the project’s key gets a socket', async () => {
  for (const apikey of ['', 'sb_publishable_other', await tokenOf(ben)]) {
    await expect(connect({}, apikey)).rejects.toThrow('401');
  }
});

test('a channel that is refused leaves no row and no rights behind', async () => {
  const socket = await connect();
  const payload = { config: { private: true }, access_token: await tokenOf(ben) };
  const topic = 'realtime:session:another';
  socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }));
  const [answer] = await once(socket, 'message');
  expect(JSON.parse(String(answer)).payload.status).toBe('error');
  const { query } = await backend();
  expect(await query('select * from realtime.messages')).toEqual([]);
  expect(await query('select current_user')).toEqual([{ current_user: 'postgres' }]);
});

/** A till's whole day, whatever happens to its messages. */
async function serveCustomer(): Promise<void> {
  const { stamp_id } = answered(await give(tess, customerCode(cy)));
  await undo(tess, stamp_id);
  answered(await give(tess, customerCode(cy), { count: 12 }));
  answered(await redeem(tess, await redemptionCode(cy)));
}

test('a till works even if sending its messages fails', async () => {
  const { query } = await backend();
  const [kept] = await query<{ definition: string }>(
    "select pg_get_functiondef('realtime.send'::regproc) as definition",
  );
  onTestFinished(async () => void (await query(kept?.definition ?? '')));
  await query(`create or replace function realtime.send(
      payload jsonb, event text, topic text, private boolean default true
    ) returns void language plpgsql as $$ begin raise exception 'no'; end $$`);
  await serveCustomer();
});

test('a project without Realtime accepts the schema, and its tills work', async () => {
  const { query } = await backend();
  await query('alter schema realtime rename to elsewhere');
  onTestFinished(async () => void (await query('alter schema elsewhere rename to realtime')));
  const sql = await readFile(
    new URL('../../supabase/schemas/55_live.sql', import.meta.url),
    'utf8',
  );
  const policy = sql.slice(sql.lastIndexOf('do $$'));
  expect(policy).toContain('create policy');
  await query(policy);
  await serveCustomer();
});
