// @vitest-environment node
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Stamp } from '../../../src/lib/domain/entities.ts';
import { type Answer, later, offline, rows, stampRow } from '../data/fake-backend.ts';
import { stamp } from '../domain/examples.ts';
import { openPage, pass, settle } from './open-page.ts';

const scans = () => import('../../../src/lib/state/codes/scan-watch.ts');

const onPaused = () => undefined;

const at = (id: string, minute: number, fields: Partial<Stamp> = {}) =>
  stamp({ id, createdAt: `2026-11-21T02:${String(minute).padStart(2, '0')}:00+00:00`, ...fields });

describe('new stamps', () => {
  const [one, two, three] = [at('1', 1), at('2', 2), at('3', 3)] as const;

  test.each<[string, Stamp[], Stamp[], string[]]>([
    ['none without a change', [two, one], [two, one], []],
    ['the first of all', [], [one], ['1']],
    ['several at once, the newest first', [one], [three, two, one], ['3', '2']],
    ['not an older one that moved up when others were redeemed', [three, two], [one], []],
    ['not one that a redemption gave back', [two, one], [at('9', 1), one], []],
    ['not the rest of the newest one, split by a redemption', [two, one], [at('9', 2)], []],
    ['one given in the same step as a redemption', [two, one], [three, at('9', 1)], ['3']],
    ['one without a date after none', [], [at('1', 1, { createdAt: null })], ['1']],
    [
      'one a moment later',
      [at('1', 1, { createdAt: '2026-11-21T02:01:00.100001+00:00' })],
      [at('2', 1, { createdAt: '2026-11-21T02:01:00.100002+00:00' })],
      ['2'],
    ],
  ])('the new stamps are found: %s', async (_, before, now, given) => {
    const { rowsSince } = await scans();
    expect(rowsSince(before, now).map(({ id }) => id)).toEqual(given);
  });
});

afterEach(() => void vi.unstubAllEnvs());

describe('watching for stamps', () => {
  test('a watch that begins while the backend is down does not announce what it finds first', async () => {
    const { backend } = await openPage('/home');
    const { watchForStamps } = await scans();
    backend.answer('rest/stamps', offline);
    const landed: unknown[] = [];
    const { stop } = watchForStamps('ana', { onNew: (stamps) => landed.push(stamps), onPaused });
    await pass(3000);
    backend.answer('rest/stamps', rows([stampRow(1, 10)]));
    await pass(60_000);
    expect(landed).toEqual([]);
    stop();
  });

  /** An answer that says what time it is for the backend. */
  const saying =
    (answer: Answer, date = ''): Answer =>
    async (request) => {
      const { body, headers, status } = await answer(request);
      return new Response(body, { status, headers: { ...Object.fromEntries(headers), date } });
    };

  /** The backend's table: the rows later than the date asked for, newest first, up to the limit. */
  async function watch(held: object[], goOn: { since?: string; date?: string } = {}) {
    const page = await openPage('/home');
    const table = held as { id: number; created_at: string | null }[];
    page.backend.answer('rest/stamps', (request) => {
      const [, after] = request.query.get('created_at')?.split('gt.') ?? [];
      const found =
        after === undefined ? table : table.filter((dated) => (dated.created_at ?? '') > after);
      return saying(rows(found.slice(0, Number(request.query.get('limit')))), goOn.date)(request);
    });
    const landed: string[][] = [];
    const { watchForStamps } = await scans();
    const control = watchForStamps('ana', {
      ...goOn,
      onNew: (stamps) => landed.push(stamps.map(({ id, storeId }) => `${id} of ${storeId}`)),
      onPaused,
    });
    const asked = () =>
      page.backend.of('rest/stamps').map(({ query }) => {
        const [select, after, limit] = ['select', 'created_at', 'limit'].map((name) =>
          query.get(name),
        );
        return `${select} ${after} ${limit}`;
      });
    await pass(0);
    return { ...page, ...control, asked, landed, table };
  }

  test('a watch asks for one date first, then for what is later, and moves on with what it finds', async () => {
    const { asked, landed, stop, table } = await watch([stampRow(2, 20), stampRow(1, 10)]);
    await pass(1200);
    table.unshift(stampRow(4, 31), stampRow(3, 30));
    await pass(2400);
    expect(landed).toEqual([['4 of 3', '3 of 3']]);
    expect(asked()).toEqual([
      'id,created_at null 1',
      '* gt.2026-11-21T02:20:00+00:00 10',
      '* gt.2026-11-21T02:20:00+00:00 10',
      '* gt.2026-11-21T02:31:00+00:00 10',
    ]);
    stop();
  });

  test('a watch finds the very first stamp, with all of its columns', async () => {
    const { asked, landed, stop, table } = await watch([]);
    await pass(1200);
    table.unshift(stampRow(1, 30));
    await pass(2400);
    expect(landed).toEqual([['1 of 3']]);
    expect(asked()).toEqual([
      'id,created_at null 1',
      '* null 10',
      '* null 10',
      '* gt.2026-11-21T02:30:00+00:00 10',
    ]);
    stop();
  });

  test('a watch goes on from where it was when the newest stamp is redeemed or taken back', async () => {
    const { asked, landed, stop, table } = await watch([stampRow(2, 20), stampRow(1, 10)]);
    table.splice(0, 2);
    await pass(2400);
    table.unshift(stampRow(3, 30));
    await pass(1200);
    expect(landed).toEqual([['3 of 3']]);
    expect(asked().at(-1)).toBe('* gt.2026-11-21T02:20:00+00:00 10');
    stop();
  });

  test.each([
    ['without a date', null],
    ['with a date that can’t be read', 'yesterday'],
  ])('stamps %s are distinguished from earlier ones by their ids', async (_, created_at) => {
    const undated = (id: number) => ({ ...stampRow(id, 10), created_at });
    const { asked, landed, stop, table } = await watch([undated(2), undated(1)]);
    await pass(1200);
    expect(landed).toEqual([]);
    table.unshift({ ...undated(3), created_at: created_at && 'zuletzt' });
    await pass(2400);
    expect(landed).toEqual([['3 of 3']]);
    expect(asked()).toEqual([
      'id,created_at null 1',
      'id,created_at null 10',
      '* null 10',
      '* null 10',
    ]);
    stop();
  });

  test.each([
    ['right', '2026-11-21T02:20:00Z'],
    ['a day behind', '2026-11-20T02:20:00Z'],
    ['a day ahead', '2026-11-22T02:20:00Z'],
    ['right, and the stamp’s without a zone', '2026-11-21T02:20:00Z', ''],
  ])(
    'a stamp given before the first answer is found by the backend’s clock, with the phone’s %s',
    async (_, now, zone = 'Z') => {
      vi.stubEnv('TZ', 'Asia/Manila');
      const { backend } = await openPage('/home', { now: Date.parse(now) });
      const { watchForStamps } = await scans();
      const slow = later();
      backend.answer('rest/stamps', slow.answer);
      const landed: string[][] = [];
      const { stop } = watchForStamps('ana', {
        onNew: (stamps) => landed.push(stamps.map(({ id }) => id)),
        onPaused,
      });
      await pass(9000);
      // It is twenty past now; the watch began nine seconds earlier.
      const given = {
        id: 2,
        created_at: `2026-11-21T02:19:53${zone}`,
        stamp_count: 1,
        store_id: 3,
      };
      slow.come(saying(rows([given]), 'Sat, 21 Nov 2026 02:20:00 GMT'));
      await pass(0);
      expect(landed).toEqual([['2']]);
      await pass(1200);
      expect(landed).toEqual([['2']]);
      expect(backend.of('rest/stamps')[1]?.query.get('created_at')).toBe(
        'gt.2026-11-21T02:19:51.000Z',
      );
      stop();
    },
  );

  /** Begins to watch offline, ten seconds after the last answer; then the phone sleeps for ten minutes. */
  async function watchAsleep() {
    const { backend, device } = await openPage('/home');
    const { watchForStamps } = await scans();
    const { newestStamps } = await import('../../../src/lib/data/newest.ts');
    backend.answer('rest/stamps', saying(rows([]), 'Sat, 21 Nov 2026 02:00:00 GMT'));
    const query = { after: null, limit: 1, datesOnly: true };
    await newestStamps('ana', query, new AbortController().signal);
    await pass(10_000);
    backend.answer('rest/stamps', offline);
    const landed: string[][] = [];
    const onNew = (stamps: readonly Stamp[]) => landed.push(stamps.map(({ id }) => id));
    const { cursor, stop } = watchForStamps('ana', { onNew, onPaused });
    await pass(1000);
    device.setVisible(false);
    // While it sleeps, it does not count the time that passes.
    const { elapsed } = device;
    device.elapsed = () => elapsed() - 600_000;
    await pass(600_000);
    const wake = async () => {
      device.setVisible(true);
      await settle();
    };
    return { backend, cursor, landed, stop, wake };
  }

  test('a stamp given while the phone slept before the first answer is announced', async () => {
    const { backend, landed, stop, wake } = await watchAsleep();
    const given = { id: 2, created_at: '2026-11-21T02:05:00Z', stamp_count: 1, store_id: 3 };
    backend.answer('rest/stamps', saying(rows([given]), 'Sat, 21 Nov 2026 02:10:11 GMT'));
    await wake();
    expect(landed).toEqual([['2']]);
    stop();
  });

  test('a watch whose phone slept before the first answer begins when it was opened', async () => {
    const { cursor, stop, wake } = await watchAsleep();
    await wake();
    expect(cursor()).toBe('2026-11-21T02:00:10.000Z');
    stop();
  });

  test('a watch goes on from where an earlier one was, and can be continued in turn', async () => {
    const since = '2026-11-21T02:10:00+00:00';
    const { asked, cursor, landed, stop } = await watch([stampRow(2, 20), stampRow(1, 10)], {
      since,
    });
    expect(landed).toEqual([['2 of 3']]);
    expect(asked()).toEqual([`* gt.${since} 10`]);
    expect(cursor()).toBe('2026-11-21T02:20:00+00:00');
    stop();
  });
});

test.each([
  ['the first of all', [], [{ id: 1 }], ['1']],
  ['the next', [{ id: 1 }], [{ id: 2 }], ['2']],
  ['none', [{ id: 1 }], [{ id: 1 }], []],
  ['none when one is gone', [{ id: 1 }], [], []],
])('a redemption is reported: %s', async (_, before, after, told) => {
  const { backend } = await openPage('/redeem?reward=7');
  const { watchForRedemption } = await scans();
  backend.answer('rest/redemptions', rows(before));
  const redeemed: string[] = [];
  const { stop } = watchForRedemption('ana', {
    onNew: (found) => redeemed.push(...found.map(({ id }) => id)),
    onPaused,
  });
  await pass(5000);
  expect(redeemed).toEqual([]);
  backend.answer('rest/redemptions', rows(after));
  await pass(5000);
  expect(redeemed).toEqual(told);
  stop();
});
