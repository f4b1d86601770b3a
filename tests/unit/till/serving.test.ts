import { beforeEach, describe, expect, test, vi } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { packRedemption } from '../../../src/lib/domain/redemption-qr.ts';
import { readOffer } from '../../../src/till/backend.ts';
import { readCode } from '../../../src/till/decode.ts';
import {
  $serving,
  givesWay,
  nextCustomer,
  type Served,
  scanned,
  serveAt,
} from '../../../src/till/serving.ts';
import { ana, ben } from '../../people.ts';

vi.mock('../../../src/till/backend.ts', () => ({ readOffer: vi.fn() }));

const codeOf = ({ id, email, name }: typeof ana, at = '2025-11-22T04:00:00Z') =>
  customerQrText(
    { id, email, provider: 'google', fullName: name, displayName: null },
    Date.parse(at),
  );

beforeEach(() => serveAt({ id: 1, name: 'Kape Tayo', isSuspended: false }));

test('what is read late does not replace the customer who is served', () => {
  expect(scanned(codeOf(ana))).toBe(true);
  const served = $serving.get();
  for (const late of [codeOf(ben), null]) {
    expect(scanned(late)).toBe(false);
    expect($serving.get()).toBe(served);
  }
});

test('a code that is read twice is one customer', () => {
  scanned(codeOf(ana));
  const served = $serving.get();
  expect(scanned(codeOf(ana))).toBe(true);
  expect($serving.get()).toBe(served);
});

describe('the next code starts the next customer', () => {
  const read = (content: string) => {
    const code = readCode(content);
    if (code === null) throw new Error('This is a code.');
    return code;
  };
  const scan = { code: read(codeOf(ana)), customer: 'Ana', requestId: '1', offer: null };
  const refused = (reason: string | null, isUnanswered = false): Served => ({
    ...{ step: 'refused', scan, problem: 'No.', reason, isUnanswered },
  });
  const fresh = read(codeOf(ana, '2025-11-23T04:00:00Z'));
  const next = read(codeOf(ben));

  test.each<[boolean, string, Served, typeof next | null]>([
    [false, 'not before something was given', { step: 'found', scan }, next],
    [false, 'not while something is asked', { step: 'asking', scan, isWaiting: false }, next],
    [true, 'after a refusal that is the last word', refused('stale_code'), next],
    [false, 'not while another invoice may be typed', refused('duplicate_invoice'), next],
    [true, 'with a fresh code of the same customer', refused('duplicate_invoice'), fresh],
    [false, 'not while it may have been given', refused(null, true), fresh],
    [false, 'not while nobody of ours has refused', refused(null), next],
    [false, 'not with something else', refused('stale_code'), null],
    [
      true,
      'where nothing can be redeemed',
      { step: 'found', scan: { ...scan, offer: 'gone' } },
      next,
    ],
  ])('%s: %s', (expected, _when, serving, code) => {
    expect(givesWay(serving, code)).toBe(expected);
  });
});

test('what is looked up late is not shown for the next customer', async () => {
  let come = (_offer: null) => {};
  vi.mocked(readOffer).mockReturnValueOnce(
    new Promise((resolve) => {
      come = resolve;
    }),
  );
  const ids = { user_id: ana.id, stamp_ids: ['1'], reward_id: '2', store_id: '1' };
  const names = { reward_name: 'Tea', store_name: 'Kape Tayo', displayName: 'Ana' };
  scanned(packRedemption({ ...ids, ...names, reward_photo: null }));
  expect($serving.get().step).toBe('looking');
  nextCustomer();
  scanned(codeOf(ben));
  const served = $serving.get();
  come(null);
  await Promise.resolve();
  expect($serving.get()).toBe(served);
});

test('a name in a code is no longer than the app makes it, and leaves room for what was done', () => {
  const fields = JSON.parse(codeOf(ana));
  scanned(JSON.stringify({ ...fields, display_name: 'Ana '.repeat(300) }));
  expect($serving.get()).toMatchObject({
    scan: { customer: expect.stringMatching(/^(Ana ){14}Ana…$/) },
  });
});
