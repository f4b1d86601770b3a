import { beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import { as, freshData, operator, sql } from './as.ts';
import {
  answered,
  changeStore,
  customerCode,
  give,
  giveTo,
  heldStamps,
  KAPE_TAYO,
  MGA_HALO,
  refused,
  refusedTo,
  SUSPENDED_STORE,
  suspendedMember,
  total,
} from './counter.ts';

beforeEach(freshData);

test('the stamps that a member gives land on the customer’s card', async () => {
  const before = Date.now();
  const answer = await giveTo(ana, { count: 2, invoice: ' ＫＴ–9 ' });
  expect(answer).toMatchObject({
    user_id: ana.id,
    store_id: KAPE_TAYO,
    store_name: 'Kape Tayo',
    stamp_count: 2,
    invoice_or_number: 'ＫＴ–9',
    stamps_needed: 10,
    stamps_held: 11,
  });
  expect(await total(ana)).toBe(11);
  expect((await heldStamps(ana)).at(-1)?.id).toBe(answer.stamp_id);
  const id = Number(answer.stamp_id);
  const { data } = await (await as(ana)).from('stamps').select().eq('id', id).single();
  expect(data).toMatchObject({
    store_name: 'Kape Tayo',
    store_logo_url: '/demo/logo-kape-tayo.svg',
    invoice_or_number: 'ＫＴ–9',
    metadata: { stamps_needed: 10 },
    redemption_id: null,
  });
  expect(Date.parse(data?.created_at ?? '')).toBeGreaterThanOrEqual(before - 1000);
});

test('the goal of a stamp is what the nearest active reward needs, or else 10', async () => {
  const goal = async (member: DemoPerson, store: number) => {
    const { stamps_needed } = answered(await give(member, customerCode(cy), { store }));
    return stamps_needed;
  };
  await sql(
    `insert into rewards (store_id, title, stamps_needed, date_start, date_end)
      values ($1, 'Over', 1, null, now() - interval '2 days'),
        ($1, 'To come', 1, now() + interval '2 days', null)`,
    [MGA_HALO],
  );
  expect(await goal(mario, MGA_HALO)).toBe(8);
  await operator.from('rewards').delete().eq('store_id', MGA_HALO);
  expect(await goal(mario, MGA_HALO)).toBe(10);
});

test('stamps that may not be given are refused, with the reason', async () => {
  const code = customerCode(ana);
  const gone = { ...ana, id: '99999999-9999-4999-8999-999999999999' };
  const noId = { requestId: null as unknown as string };
  const calls: [what: string, reason: string, call: ReturnType<typeof give>][] = [
    ['none', 'bad_stamp_count', give(tess, code, { count: 0 })],
    ['less than none', 'bad_stamp_count', give(tess, code, { count: -1 })],
    ['more than a hundred', 'bad_stamp_count', give(tess, code, { count: 101 })],
    ['no number', 'bad_stamp_count', give(tess, code, { count: null })],
    ['by a customer to themselves', 'not_a_member', give(ana, code)],
    ['by a member of another store', 'wrong_store', give(mario, code)],
    ['of no store', 'wrong_store', give(tess, code, { store: null })],
    ['of a store that is not there', 'wrong_store', give(tess, code, { store: 9999 })],
    [
      'of a suspended store',
      'store_suspended',
      give(suspendedMember, code, { store: SUSPENDED_STORE }),
    ],
    [
      'for a code of two people',
      'stale_code',
      give(tess, { ...code, hash: customerCode(ben).hash }),
    ],
    ['without an account', 'unknown_customer', give(tess, customerCode(gone))],
    ['a long invoice', 'invoice_too_long', give(tess, code, { invoice: 'i'.repeat(65) })],
    ['without a request id', 'request_id_missing', give(tess, code, noId)],
  ];
  for (const [what, reason, call] of calls) expect.soft(refused(await call), what).toBe(reason);
  expect(await total(ana)).toBe(9);
  await giveTo(cy, { count: 100, invoice: 'i'.repeat(64) });
});

test('a payload that is no code is refused as unreadable', async () => {
  for (const payload of [
    [],
    null,
    7,
    '',
    '{"uid": 1}',
    { uid: 'ana', hash: '00000000' },
    { uid: `${ana.id}x`, hash: '00000000' },
    { uid: { toString: ana.id }, hash: '00000000' },
    { uid: ana.id, hash: null },
    { uid: ana.id, hash: ['00000000'] },
    [{ uid: ana.id, hash: '00000000' }],
    { user_id: ana.id, stamp_ids: [1], reward_id: 1, store_id: 1 },
  ]) {
    const text = JSON.stringify(payload).slice(0, 160);
    expect.soft(refused(await give(tess, payload)), text).toBe('unreadable_code');
  }
});

const accepted = async (hashedAt: string, scannedAt: string) => {
  const { hash } = customerCode(ana, Date.parse(hashedAt));
  const rows = await sql<{ ok: boolean }>('select private.is_daily_hash($1, $2, $3) as ok', [
    ana.id,
    hash,
    scannedAt,
  ]);
  return rows[0]?.ok;
};

test.each([
  ['at the instant it was made', '2026-11-21T00:00:00+08:00', '2026-11-21T00:00:00+08:00', true],
  ['to the end of its day', '2026-11-21T00:00:00+08:00', '2026-11-21T23:59:59.999+08:00', true],
  ['at midnight after its day', '2026-11-20T23:59:59+08:00', '2026-11-21T00:00:00+08:00', true],
  ['at 0:59 after its day', '2026-11-20T23:59:59+08:00', '2026-11-21T00:59:59.999+08:00', true],
  ['not at 1:00', '2026-11-20T23:59:59+08:00', '2026-11-21T01:00:00+08:00', false],
  ['not on the day before', '2026-11-22T00:00:00+08:00', '2026-11-21T23:59:59+08:00', false],
  ['not two days later', '2026-11-19T12:00:00+08:00', '2026-11-21T00:30:00+08:00', false],
  ['not for the rest of its UTC day', '2026-11-21T17:00:00Z', '2026-11-21T15:00:00Z', false],
])('a daily hash counts %s', async (_when, hashedAt, scannedAt, outcome) => {
  expect(await accepted(hashedAt, scannedAt)).toBe(outcome);
});

test('staff are told of date and time zone, as a phone in a wrong zone can show the right date', async () => {
  const given = await give(tess, customerCode(ana, Date.now() + 86_400_000));
  expect(given).toMatchObject({
    refusal: { reason: 'stale_code', sentence: expect.stringContaining('date and time zone') },
  });
});

test('each store has its own invoice numbers, and an empty number is no invoice', async () => {
  await giveTo(ana, { invoice: 'KT-9' });
  answered(await give(mario, customerCode(ana), { store: MGA_HALO, invoice: 'KT-9' }));
  for (const invoice of ['', '  ']) await giveTo(ana, { invoice });
});

test('a repeated call gets the first answer, and its request id is for no other call', async () => {
  // It uses up the daily limit, as one of Ana's stamps is from today.
  await changeStore({ daily_stamps: 2 });
  const giving = { requestId: '5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f1', invoice: 'KT-9' };
  const first = await giveTo(ana, giving);
  expect(await giveTo(ana, giving)).toEqual(first);
  const code = customerCode(ana);
  for (const other of [
    await give(tess, code, { ...giving, count: 2 }),
    await give(tess, code, { ...giving, invoice: 'KT-10' }),
    await give(tess, customerCode(ben), giving),
    await give(mario, code, { ...giving, store: MGA_HALO }),
  ]) {
    expect(refused(other)).toBe('request_id_reused');
  }
  expect(await total(ana)).toBe(10);
});

/** An invoice counts once, however its number is spelled. */
test('an invoice number is the same, however it is written', async () => {
  await giveTo(ana, { invoice: 'KT-2041' });
  for (const [how, spelling] of [
    ['small letters', 'kt-2041'],
    ['spaces around it', '  KT-2041 '],
    ['a space in it', 'KT- 2041'],
    ['a zero-width space', 'KT-20\u200b41'],
    ['a tag that is not seen', 'KT-2041\u{e0041}'],
    ['full-width letters', 'ＫＴ－２０４１'],
    ['mathematical digits', 'KT-𝟐𝟎𝟒𝟏'],
    ['a hyphen of typography', 'KT\u20102041'],
    ['a non-breaking hyphen', 'KT\u20112041'],
    ['an en dash', 'KT–2041'],
    ['an em dash', 'KT—2041'],
    ['a minus sign', 'KT\u22122041'],
  ] as const) {
    expect.soft(await refusedTo(ben, { invoice: spelling }), how).toBe('duplicate_invoice');
  }
  expect(await total(ben)).toBe(10);
});

test('a different number stays different', async () => {
  for (const invoice of ['1-11', '11-1', '111', '1.11', '1/11', 'I11', '0111', 'pena', 'peña']) {
    await giveTo(cy, { invoice });
  }
  expect(await total(cy)).toBe(9);
});

test.each(['\u200b', '\u00a0\t', '\u2800', '\u3164', '\u{e0020}'])(
  'a number with nothing visible in it (%j) counts as none',
  async (invoice) => {
    for (const _ of [1, 2]) {
      const { invoice_or_number } = await giveTo(cy, { invoice });
      expect(invoice_or_number).toBeNull();
    }
  },
);

test('no invisible character makes a different number', async () => {
  const ranges = await sql<{ code: number }>(
    `select code from generate_series(1, 65535) as code
        where code not between 55296 and 57343
          and private.invoice_key('A' || chr(code) || 'B') = 'ab'`,
  );
  const removed = new Set(ranges.map(({ code }) => code));
  // White space and format characters by Unicode, as this runtime knows them, without the marks of
  // Arabic and Syriac that enclose a number and are seen.
  const seenMarks = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/;
  const invisible = [...Array(65_536).keys()].filter((code) => {
    const character = String.fromCharCode(code);
    const isHidden = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(character);
    return isHidden && !seenMarks.test(character);
  });
  const visible = /^[\p{L}\p{N}\p{P}\p{S}]$/u;
  expect(invisible.filter((code) => !removed.has(code)).map((code) => code.toString(16))).toEqual(
    [],
  );
  const taken = [...removed].filter(
    (code) => visible.test(String.fromCharCode(code)) && !invisible.includes(code),
  );
  expect(taken.map((code) => code.toString(16))).toEqual(['2800']);
});
