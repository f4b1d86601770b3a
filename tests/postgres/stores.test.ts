import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ana } from '../people.ts';
import { type RealServer, startRealServer } from './server.ts';

/** A call of the operator's that is repeated before the first one is done. */
let server: RealServer;

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());
beforeEach(() => server.backend.reset());
afterEach(() => server.closeSessions());

type Answer = Record<string, unknown>;

/** The answers to the same call twice: the second comes while the first is under way. */
async function atOnce(call: string, values: unknown[]): Promise<[Answer, Answer]> {
  const [first, second] = [await server.open(), await server.open()];
  const ask = async ({ query }: typeof first): Promise<Answer> => {
    const [row] = await query<{ answer: Answer }>(`select ${call} as answer`, values);
    return row?.answer ?? {};
  };
  await first.query('begin');
  const answer = await ask(first);
  const [waiting] = await second.query<{ pid: number }>('select pg_backend_pid() as pid');
  const later = ask(second);
  await vi.waitFor(async () => {
    const rows = await server.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and pid = $1`,
      [waiting?.pid],
    );
    expect(rows).toHaveLength(1);
  });
  await first.query('commit');
  return [answer, await later];
}

test('of two calls for one new store the second is told what the first has made', async () => {
  const [first, second] = await atOnce('public.create_store($1, $2)', ['Turo-Turo', ana.email]);
  expect(first).toMatchObject({ store_name: 'Turo-Turo', created: true });
  expect(second).toEqual({ ...first, created: false });
  expect(await server.query(`select id from stores where name = 'Turo-Turo'`)).toHaveLength(1);
});

test('of two calls for one reward the second is told what the first has entered', async () => {
  const [first, second] = await atOnce('public.add_store_reward($1, $2)', [1, 'Free merienda']);
  expect(first).toMatchObject({ store_id: 1, changed: true });
  expect(second).toEqual({ ...first, changed: false });
  expect(await server.query(`select id from rewards where title = 'Free merienda'`)).toHaveLength(
    1,
  );
});
