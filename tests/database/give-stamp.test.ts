import { beforeEach, expect, test } from 'vitest';
import { members } from '../../local-backend/people.ts';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../people.ts';
import { anonymous, as, backend, freshData, operator } from './as.ts';
import {
  answered,
  countOf,
  customerCode,
  give,
  heldStamps,
  KAPE_TAYO,
  MGA_HALO,
  refused,
  SUSPENDED_STORE,
  total,
} from './counter.ts';

beforeEach(freshData);

test('the stamps that a member gives land on the customer’s card', async () => {
  const answer = answered(await give(tess, customerCode(ana), { count: 2, invoice: ' A-7 ' }));
  expect(answer).toMatchObject({
    user_id: ana.id,
    store_id: KAPE_TAYO,
    store_name: 'Kape Tayo',
    stamp_count: 2,
    invoice_or_number: 'A-7',
    stamps_needed: 10,
    stamps_held: 11,
  });
  expect(await total(ana)).toBe(11);
  expect((await heldStamps(ana)).at(-1)?.id).toBe(answer.stamp_id);
});

test('a given stamp records its store, its time and its goal', async () => {
  const before = Date.now();
  await give(tess, customerCode(cy));
  const { data } = await (await as(cy)).from('stamps').select().single();
  expect(data).toMatchObject({
    store_name: 'Kape Tayo',
    store_logo_url: '/demo/logo-kape-tayo.svg',
    invoice_or_number: null,
    metadata: { stamps_needed: 10 },
    redemption_id: null,
  });
  expect(Date.parse(data?.created_at ?? '')).toBeGreaterThanOrEqual(before - 1000);
});

test('the goal of a stamp is what the nearest active reward needs, or else 10', async () => {
  const goal = async (member: DemoPerson, store: number) => {
    const { stamp_id } = answered(await give(member, customerCode(cy), { store }));
    const row = await operator.from('stamps').select().eq('id', Number(stamp_id)).single();
    return row.data?.metadata;
  };
  expect(await goal(mario, MGA_HALO)).toEqual({ stamps_needed: 8 });
  await operator.from('rewards').delete().eq('store_id', MGA_HALO);
  expect(await goal(mario, MGA_HALO)).toEqual({ stamps_needed: 10 });
});

test('a member gives a hundred stamps at a time', async () => {
  const { stamps_held } = answered(await give(tess, customerCode(cy), { count: 100 }));
  expect(stamps_held).toBe(100);
});

test('a member can give no other number of stamps', async () => {
  for (const count of [0, -1, 101, null]) {
    expect
      .soft(refused(await give(tess, customerCode(cy), { count })), `${count}`)
      .toBe('bad_stamp_count');
  }
});

test('a signed-out visitor cannot give stamps', async () => {
  const { error } = await anonymous.rpc('give_stamp', {
    payload: customerCode(ana),
    store_id: KAPE_TAYO,
    stamp_count: 1,
    invoice: '',
    request_id: crypto.randomUUID(),
  });
  expect(error?.code).toBe('42501');
});

test('a customer cannot give stamps, not even to themselves', async () => {
  expect(refused(await give(ana, customerCode(ana)))).toBe('not_a_member');
  expect(await total(ana)).toBe(9);
});

test('a member cannot give stamps of another store', async () => {
  expect(refused(await give(mario, customerCode(ana)))).toBe('wrong_store');
  expect(refused(await give(tess, customerCode(ana), { store: null }))).toBe('wrong_store');
  expect(refused(await give(tess, customerCode(ana), { store: 9999 }))).toBe('wrong_store');
});

test('a suspended store cannot give stamps', async () => {
  const member = members.find(({ memberOf }) => memberOf === SUSPENDED_STORE) ?? cy;
  const result = await give(member, customerCode(ana), { store: SUSPENDED_STORE });
  expect(refused(result)).toBe('store_suspended');
});

const DAY = 24 * 60 * 60 * 1000;

test('a stamp code of another day is refused', async () => {
  for (const days of [-1, -2, 1]) {
    const code = customerCode(ana, Date.now() + days * DAY);
    // Yesterday's code still counts in the first hour of the day.
    const firstHour = new Date(Date.now() + 8 * 60 * 60 * 1000).getUTCHours() === 0;
    const result = await give(tess, code);
    if (days === -1 && firstHour) {
      expect.soft(answered(result).stamps_held, `${days}`).toBe(10);
    } else {
      expect.soft(refused(result), `${days}`).toBe('stale_code');
    }
  }
});

test('a stamp code with another customer’s hash is refused', async () => {
  const code = { ...customerCode(ana), hash: customerCode(ben).hash };
  expect(refused(await give(tess, code))).toBe('stale_code');
});

test('a stamp code of a customer without an account is refused', async () => {
  const gone = { ...ana, id: '99999999-9999-4999-8999-999999999999' };
  expect(refused(await give(tess, customerCode(gone)))).toBe('unknown_customer');
});

test('a payload that is no code is refused as unreadable', async () => {
  for (const payload of [
    {},
    [],
    null,
    7,
    true,
    '',
    'garbage',
    '{"uid": 1}',
    `null`,
    { uid: null },
    { uid: 7, hash: 7 },
    { uid: 'ana', hash: '00000000' },
    { uid: `${ana.id}x`, hash: '00000000' },
    { uid: { toString: ana.id }, hash: '00000000' },
    { uid: ana.id },
    { uid: ana.id, hash: null },
    { uid: ana.id, hash: ['00000000'] },
    [{ uid: ana.id, hash: '00000000' }],
    { uid: `'; drop table stamps; --`, hash: '' },
    { user_id: ana.id, stamp_ids: [1], reward_id: 1, store_id: 1 },
  ]) {
    const text = JSON.stringify(payload).slice(0, 160);
    const before = await countOf('stamps');
    expect.soft(refused(await give(tess, payload)), text).toBe('unreadable_code');
    expect.soft(await countOf('stamps'), text).toBe(before);
  }
});

const accepted = async (hashedAt: string, scannedAt: string) => {
  const { hash } = customerCode(ana, Date.parse(hashedAt));
  const rows = await (await backend()).query<{ ok: boolean }>(
    'select private.is_daily_hash($1, $2, $3) as ok',
    [ana.id, hash, scannedAt],
  );
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

test('an invoice counts once at a store, whatever its case and the spaces around it', async () => {
  await give(tess, customerCode(ana), { invoice: 'KT-9' });
  for (const invoice of ['KT-9', ' kt-9 ']) {
    expect(refused(await give(tess, customerCode(ben), { invoice }))).toBe('duplicate_invoice');
  }
  expect(await total(ben)).toBe(10);
});

test('each store has its own invoice numbers, and an empty number is no invoice', async () => {
  await give(tess, customerCode(ana), { invoice: 'KT-9' });
  answered(await give(mario, customerCode(ana), { store: MGA_HALO, invoice: 'KT-9' }));
  for (const invoice of ['', '  ']) {
    answered(await give(tess, customerCode(ana), { invoice }));
  }
});

test('an invoice number has at most 64 characters', async () => {
  const at = (length: number) => give(tess, customerCode(ana), { invoice: 'i'.repeat(length) });
  answered(await at(64));
  expect(refused(await at(65))).toBe('invoice_too_long');
});

const requestId = '5f6bca52-6f5c-4d55-9bb5-2f4a0d2cb0f1';

test('a repeated call gets the first answer and gives nothing more', async () => {
  const first = answered(await give(tess, customerCode(ana), { requestId, invoice: 'KT-9' }));
  const again = answered(await give(tess, customerCode(ana), { requestId, invoice: 'KT-9' }));
  expect(again).toEqual(first);
  expect(await total(ana)).toBe(10);
});

test('a request id cannot be reused for another call', async () => {
  await give(tess, customerCode(ana), { requestId });
  const others = [
    give(tess, customerCode(ana), { requestId, count: 2 }),
    give(tess, customerCode(ana), { requestId, invoice: 'KT-9' }),
    give(tess, customerCode(ben), { requestId }),
    give(mario, customerCode(ana), { requestId, store: MGA_HALO }),
  ];
  for (const result of await Promise.all(others)) {
    expect(refused(result)).toBe('request_id_reused');
  }
  expect(await total(ana)).toBe(10);
});

test('a call without a request id is refused', async () => {
  const { error } = await (await as(tess)).rpc('give_stamp', {
    payload: customerCode(ana),
    store_id: KAPE_TAYO,
    stamp_count: 1,
    invoice: '',
    request_id: null as unknown as string,
  });
  expect(error?.details).toBe('request_id_missing');
});

/** An invoice counts once, however its number is spelled. */
test('a number is the same, however it is written', async () => {
  answered(await give(tess, customerCode(ana), { invoice: 'KT-2041' }));
  for (const [how, spelling] of [
    ['small letters', 'kt-2041'],
    ['spaces around it', '  KT-2041 '],
    ['a space in it', 'KT- 2041'],
    ['a tab', 'KT-2041\t'],
    ['a line break', 'KT-\n2041'],
    ['a no-break space', 'KT-\u00a02041'],
    ['an ideographic space', 'KT-\u30002041'],
    ['a zero-width space', 'KT-20\u200b41'],
    ['a zero-width joiner', 'KT-20\u200d41'],
    ['a byte order mark', '\ufeffKT-2041'],
    ['a soft hyphen', 'KT\u00ad-2041'],
    ['a mark of direction', '\u202eKT-2041'],
    ['a variation selector', 'KT-2041\ufe0f'],
    ['a tag that is not seen', 'KT-2041\u{e0041}'],
    ['full-width letters', 'ＫＴ－２０４１'],
    ['mathematical digits', 'KT-𝟐𝟎𝟒𝟏'],
    ['a hyphen of typography', 'KT\u20102041'],
    ['a non-breaking hyphen', 'KT\u20112041'],
    ['an en dash', 'KT–2041'],
    ['an em dash', 'KT—2041'],
    ['a minus sign', 'KT\u22122041'],
  ] as const) {
    expect
      .soft(refused(await give(tess, customerCode(ben), { invoice: spelling })), how)
      .toBe('duplicate_invoice');
    expect.soft(await total(ben), how).toBe(10);
  }
});

test('an invoice does not count again once its customer has deleted the account', async () => {
  answered(await give(tess, customerCode(ana), { invoice: 'KT-2041' }));
  await (await backend()).query('delete from auth.users where id = $1', [ana.id]);
  expect(refused(await give(tess, customerCode(ben), { invoice: 'kt-2041' }))).toBe(
    'duplicate_invoice',
  );
});

test('what is another number stays another', async () => {
  for (const invoice of ['1-11', '11-1', '111', '1.11', '1/11', 'I11', '0111', 'pena', 'peña']) {
    answered(await give(tess, customerCode(cy), { invoice }));
  }
  expect(await total(cy)).toBe(9);
});

test.each(['\u200b', '\u00a0\t', '\u2800', '\u3164', '\u{e0020}'])(
  'a number of which nothing is seen (%j) is none',
  async (invoice) => {
    for (const _ of [1, 2]) {
      const { invoice_or_number } = answered(await give(tess, customerCode(cy), { invoice }));
      expect(invoice_or_number).toBeNull();
    }
  },
);

test('the number is kept as it was typed', async () => {
  const { stamp_id } = answered(await give(tess, customerCode(cy), { invoice: ' ＫＴ–9 ' }));
  const row = await operator.from('stamps').select().eq('id', Number(stamp_id)).single();
  expect(row.data).toMatchObject({ invoice_or_number: 'ＫＴ–9', repeats_invoice: false });
});

test('no character without a look of its own makes another number', async () => {
  const ranges = await (await backend()).query<{ code: number }>(
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
