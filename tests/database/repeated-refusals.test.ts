import { beforeEach, describe, expect, test } from 'vitest';
import { members } from '../../local-backend/people.ts';
import { ana, ben, cy, dina, mario, tess } from '../people.ts';
import { freshData, operator } from './as.ts';
import {
  answered,
  BARAKO,
  closedCode,
  countOf,
  customerCode,
  give,
  HALO_HALO,
  KAPE_TAYO,
  openRedemption,
  redeem,
  redemptionCode,
  refused,
  SUSPENDED_STORE,
} from './counter.ts';

/** A till that asks again after a refusal, under the same request id. */
beforeEach(freshData);

const suspended = members.find(({ memberOf }) => memberOf === SUSPENDED_STORE) ?? tess;
const gone = { ...ana, id: '99999999-9999-4999-8999-999999999999' };
const yesterday = () => customerCode(ana, Date.now() - 25 * 60 * 60 * 1000);

type Call = (requestId: string) => ReturnType<typeof give>;

const calls: [reason: string, call: Call][] = [
  ['not_a_member', (requestId) => give(ana, customerCode(ana), { requestId })],
  ['wrong_store', (requestId) => give(mario, customerCode(ana), { requestId })],
  [
    'store_suspended',
    (requestId) => give(suspended, customerCode(ana), { requestId, store: SUSPENDED_STORE }),
  ],
  ['bad_stamp_count', (requestId) => give(tess, customerCode(ana), { requestId, count: 0 })],
  [
    'invoice_too_long',
    (requestId) => give(tess, customerCode(ana), { requestId, invoice: 'i'.repeat(65) }),
  ],
  [
    'duplicate_invoice',
    (requestId) => give(tess, customerCode(cy), { requestId, invoice: 'kt 1' }),
  ],
  ['daily_limit', (requestId) => give(tess, customerCode(ben), { requestId, count: 100 })],
  ['stale_code', (requestId) => give(tess, yesterday(), { requestId })],
  ['unknown_customer', (requestId) => give(tess, customerCode(gone), { requestId })],
  ['unreadable_code', (requestId) => give(tess, {}, { requestId })],
  ['code_not_open', async (requestId) => redeem(tess, await closedCode(ben), { requestId })],
  ['not_enough_stamps', async (requestId) => redeem(tess, await closedCode(ana), { requestId })],
  [
    'not_their_stamps',
    async (requestId) =>
      redeem(tess, { ...(await closedCode(ben)), user_id: ana.id }, { requestId }),
  ],
  [
    'unknown_reward',
    async (requestId) =>
      redeem(tess, { ...(await closedCode(ben)), reward_id: '999' }, { requestId }),
  ],
  [
    'wrong_store',
    async (requestId) =>
      redeem(tess, { ...(await closedCode(ben)), reward_id: HALO_HALO }, { requestId }),
  ],
  [
    'notes_too_long',
    async (requestId) =>
      redeem(tess, await redemptionCode(ben), { requestId, notes: 'n'.repeat(501) }),
  ],
];

describe('a call that is refused', () => {
  test.each(calls)(
    'a till that repeats what was refused as %s is refused again',
    async (reason, call) => {
      answered(await give(tess, customerCode(dina), { invoice: 'KT1' }));
      const before = [await countOf('stamps'), await countOf('redemptions')];
      const requestId = crypto.randomUUID();
      const first = await call(requestId);
      expect(refused(first)).toBe(reason);
      expect(await call(requestId)).toEqual(first);
      expect([await countOf('stamps'), await countOf('redemptions')]).toEqual(before);
    },
  );

  test('the same call is carried out once its reason is gone', async () => {
    const requestId = crypto.randomUUID();
    await operator.from('stores').update({ daily_stamps: 1 }).eq('id', KAPE_TAYO);
    const stamps = () => give(tess, customerCode(cy), { requestId, count: 2 });
    expect(refused(await stamps())).toBe('daily_limit');
    await operator.from('stores').update({ daily_stamps: 2 }).eq('id', KAPE_TAYO);
    answered(await stamps());

    const code = await closedCode(ben, { reward_id: String(BARAKO) });
    const other = crypto.randomUUID();
    expect(refused(await redeem(tess, code, { requestId: other }))).toBe('code_not_open');
    await openRedemption(ben, code);
    answered(await redeem(tess, code, { requestId: other }));
  });
});
