// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Stamp } from '../../../src/lib/domain/entities.ts';
import { offline, rows } from '../data/fake-backend.ts';
import { stamp } from '../domain/examples.ts';
import { openPage, pass } from './open-page.ts';

const scans = () => import('../../../src/lib/state/codes/scan-watch.ts');

const at = (id: string, minute: number, fields: Partial<Stamp> = {}) =>
  stamp({ id, createdAt: `2026-11-21T02:${String(minute).padStart(2, '0')}:00+00:00`, ...fields });

describe('new stamps', () => {
  const [one, two, three] = [at('1', 1), at('2', 2), at('3', 3)] as const;

  test.each<[string, Stamp[], Stamp[], string[]]>([
    ['none without a change', [two, one], [two, one], []],
    ['the first of all', [], [one], ['1']],
    ['the latest', [two, one], [three, two, one], ['3']],
    ['several at once, the newest first', [one], [three, two, one], ['3', '2']],
    ['not an older one that moved up when others were redeemed', [three, two], [one], []],
    ['not one that a redemption gave back', [two, one], [at('9', 1), one], []],
    ['not the rest of the newest one, split by a redemption', [two, one], [at('9', 2)], []],
    ['one given in the same step as a redemption', [two, one], [three, at('9', 1)], ['3']],
    ['none when all are gone', [two, one], [], []],
    ['one without a date, where there was none', [], [at('1', 1, { createdAt: null })], ['1']],
    [
      'one a moment later',
      [at('1', 1, { createdAt: '2026-11-21T02:01:00.100001+00:00' })],
      [at('2', 1, { createdAt: '2026-11-21T02:01:00.100002+00:00' })],
      ['2'],
    ],
  ])('the new stamps are found: %s', async (_, before, now, given) => {
    const { stampsSince } = await scans();
    expect(stampsSince(before, now).map(({ id }) => id)).toEqual(given);
  });
});

describe('watching for stamps', () => {
  const row = (id: number, minute: number) => ({
    id,
    created_at: `2026-11-21T02:${minute}:00+00:00`,
    stamp_count: 1,
    store_id: 3,
  });

  test('each scan is reported once, and not the stamps that were there before', async () => {
    const { backend } = await openPage('/home');
    const { watchForStamps } = await scans();
    backend.answer('rest/stamps', rows([row(1, 10)]));
    const landed: string[][] = [];
    const stop = watchForStamps('ana', (stamps) => landed.push(stamps.map(({ id }) => id)));
    await pass(5000);
    expect(landed).toEqual([]);
    backend.answer('rest/stamps', rows([row(2, 11), row(1, 10)]));
    await pass(2000);
    expect(landed).toEqual([['2']]);
    await pass(5000);
    expect(landed).toEqual([['2']]);
    stop();
    const asked = backend.requests.length;
    await pass(60_000);
    expect(backend.requests).toHaveLength(asked);
  });

  test('a watch that begins while the backend is down does not take what it finds for new', async () => {
    const { backend } = await openPage('/home');
    const { watchForStamps } = await scans();
    backend.answer('rest/stamps', offline);
    const landed: unknown[] = [];
    const stop = watchForStamps('ana', (stamps) => landed.push(stamps));
    await pass(3000);
    backend.answer('rest/stamps', rows([row(1, 10)]));
    await pass(60_000);
    expect(landed).toEqual([]);
    stop();
  });
});

describe('watching for a redemption', () => {
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
    const stop = watchForRedemption('ana', ({ id }) => redeemed.push(id));
    await pass(5000);
    expect(redeemed).toEqual([]);
    backend.answer('rest/redemptions', rows(after));
    await pass(5000);
    expect(redeemed).toEqual(told);
    stop();
  });
});
