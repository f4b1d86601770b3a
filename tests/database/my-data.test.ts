import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, dina, mario, tess } from '../../local-backend/people.ts';
import { as, freshData, signInByCode, sql, tokenOf } from './as.ts';
import {
  changeStore,
  customerCode,
  give,
  giveTo,
  hire,
  KAPE_TAYO,
  MGA_HALO,
  openRedemption,
  redeemFor,
  refused,
  refusedTo,
  undo,
} from './counter.ts';
import { prepare, startAsGuest } from './doors.ts';
import { newPhones, turnOn } from './reminders.ts';

/** What is kept about a customer, as they read it. */
beforeAll(async () => {
  await freshData();
  // Before any test signs in by a code, since only one is sent a minute.
  await Promise.all([ana, ben].map(tokenOf));
});
beforeEach(freshData);

type Entry = Record<string, unknown>;

/** One part, page by page. */
async function partOf(person: DemoPerson, part: string, page_size = 1000) {
  const client = await as(person);
  const entries: Entry[] = [];
  for (let after = 0; ; ) {
    const { data } = await client.rpc('my_data', { part, after, page_size }).throwOnError();
    const last = data.at(-1);
    if (!last) return entries;
    entries.push(...data.map(({ entry }) => entry as Entry));
    after = last.id;
  }
}

const PARTS = ['account', 'stamps', 'redemptions', 'scans'];
const everythingOf = async (person: DemoPerson) =>
  Object.fromEntries(
    await Promise.all(PARTS.map(async (part) => [part, await partOf(person, part)] as const)),
  );

const knownAbout = async (person: DemoPerson) => {
  const { data } = await (await as(person)).rpc('known_about_me').throwOnError();
  return data;
};

/** The rows of a table, past row security, without the column that says whose they are. */
async function rowsOf(person: DemoPerson, table: string): Promise<Entry[]> {
  const rows = await sql<{ entry: Entry }>(
    `select to_jsonb(t) - 'user_id' as entry from ${table} t where user_id = $1 order by id`,
    [person.id],
  );
  return rows.map(({ entry }) => entry);
}

test('a newcomer reads when their account began, and which store has refused them', async () => {
  await giveTo(ana);
  expect(await knownAbout(cy)).toEqual([
    {
      account_since: expect.stringMatching(/^20/),
      sign_in_ways: [],
      stamps_held: 0,
      cards: 0,
      stamps_spent: 0,
      redemptions: 0,
      scans: 0,
      last_scan_at: null,
      seen_by: [],
      seen_by_count: 0,
      works_at: [],
    },
  ]);
  await refusedTo(cy, { count: 0 });
  expect((await knownAbout(cy))[0]).toMatchObject({ seen_by: ['Kape Tayo'], scans: 1 });
  // Taking stamps back is no scan.
  const { stamp_id } = await giveTo(cy);
  await undo(tess, stamp_id);
  expect((await knownAbout(cy))[0]).toMatchObject({ stamps_held: 0, scans: 2 });
});

test('a customer reads the sums of what they collected, spent and were scanned for', async () => {
  await redeemFor(ben, 'for Ben');
  refused(await give(mario, customerCode(ben), { store: MGA_HALO, count: 0 }));
  const [known] = await knownAbout(ben);
  const newest = (await partOf(ben, 'scans')).at(-1);
  expect(known).toMatchObject({
    // Eight at Mga Halo; ten spent now, and five at Lugawan ni Ben sixteen days ago.
    stamps_held: 8,
    cards: 1,
    stamps_spent: 10 + 5,
    redemptions: 2,
    scans: 2,
    last_scan_at: newest?.happened_at,
    seen_by: ['Kape Tayo', 'Lugawan ni Ben', 'Mga Halo'],
    seen_by_count: 3,
    works_at: [],
  });
});

test('all redemptions and stamps are there, also spent and split ones, with every column', async () => {
  await giveTo(ben, { count: 7, invoice: 'B-7' });
  await redeemFor(ben, 'for Ben');
  await giveTo(ben, { count: 9 });
  await redeemFor(ben);
  const stamps = await partOf(ben, 'stamps');
  expect(stamps).toEqual(await rowsOf(ben, 'public.stamps'));
  expect(stamps.filter(({ redemption_id }) => redemption_id !== null).length).toBeGreaterThan(3);
  expect(stamps.some(({ split_from }) => split_from !== null)).toBe(true);
  const redemptions = await partOf(ben, 'redemptions');
  expect(redemptions).toEqual(await rowsOf(ben, 'public.redemptions'));
  expect(redemptions.map(({ notes }) => notes)).toEqual([null, 'for Ben', null]);
});

test('all scans are there, also refused ones, under the store’s current name', async () => {
  const { stamp_id } = await giveTo(cy, { count: 2, invoice: 'C-1' });
  await refusedTo(cy, { count: 0 });
  await changeStore({ name: 'Kape Na' });
  expect(await partOf(cy, 'scans')).toEqual([
    {
      id: expect.any(Number),
      happened_at: expect.stringMatching(/^20/),
      store_id: KAPE_TAYO,
      store_name: 'Kape Na',
      call: 'give_stamp',
      outcome: 'done',
      stamp_count: 2,
      invoice: 'C-1',
      reward_id: null,
      stamp_id,
      redemption_id: null,
    },
    expect.objectContaining({ outcome: 'bad_stamp_count', stamp_count: 0, stamp_id: null }),
  ]);
});

test('the account is there: sign-ins, sessions, open codes, answers of the tills, work, photos', async () => {
  await hire(ben);
  const photo = new Blob(['cup'], { type: 'image/png' });
  const bucket = (await as(ben)).storage.from('rewards');
  expect((await bucket.upload('uploads/cup.png', photo)).error).toBeNull();
  await signInByCode(ben.email);
  await sql(
    `insert into auth.identities
        (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
      values (gen_random_uuid(), 'google', '7', $1, $2, now(), now())`,
    [ben.id, JSON.stringify({ email: ben.email, picture: 'https://example.com/ben.png' })],
  );
  await tokenOf(ben);
  await sql(`update auth.sessions set user_agent = 'A phone', ip = '203.0.113.7'`);
  newPhones();
  await turnOn(ben, ['card_ends']);
  const requestId = crypto.randomUUID();
  await giveTo(ben, { requestId });
  const { data: opening } = await openRedemption(ben, {
    reward_id: '4',
    stamp_ids: (await rowsOf(ben, 'public.stamps'))
      .filter(({ store_id, redemption_id }) => store_id === MGA_HALO && redemption_id === null)
      .map(({ id }) => String(id)),
  });
  const entries = await partOf(ben, 'account');
  expect(entries).toEqual([
    {
      account: {
        id: ben.id,
        email: ben.email,
        created_at: expect.stringMatching(/^20/),
        last_sign_in_at: expect.stringMatching(/^20/),
        full_name: ben.name,
        user_metadata: expect.objectContaining({ name: ben.name }),
      },
      ways_in: [
        expect.objectContaining({
          provider: 'google',
          email: ben.email,
          identity_data: expect.objectContaining({ picture: 'https://example.com/ben.png' }),
        }),
      ],
      sessions: Array.from({ length: 2 }, () => ({
        created_at: expect.stringMatching(/^20/),
        refreshed_at: null,
        user_agent: 'A phone',
        ip: '203.0.113.7',
      })),
      works_at: [expect.objectContaining({ store_id: KAPE_TAYO, store_name: 'Kape Tayo' })],
      open_codes: [
        expect.objectContaining({
          opening_id: (opening as Entry | null)?.opening_id,
          reward_id: 4,
          stamps_needed: 8,
          closed_at: null,
        }),
      ],
      till_answers: [
        {
          request_id: requestId,
          created_at: expect.stringMatching(/^20/),
          answer: expect.objectContaining({ stamp_count: 1, stamps_held: 11 }),
        },
      ],
      phones_reminded: [
        {
          push_service: 'localhost',
          kinds: ['card_ends'],
          saved_at: expect.stringMatching(/^20/),
        },
      ],
      reminders: [],
      photos: [expect.objectContaining({ name: 'uploads/cup.png', store_ids: [KAPE_TAYO] })],
      guest_cards: [],
    },
  ]);
});

test('a former guest reads what tills did for them as a guest, and nobody else does', async () => {
  const guest = await startAsGuest();
  await giveTo(guest, { invoice: 'G-1' });
  const secret = await prepare(guest);
  await (await as(cy)).rpc('move_guest_card', { secret }).throwOnError();
  expect(await partOf(cy, 'scans')).toMatchObject([{ invoice: 'G-1' }]);
  expect(await partOf(cy, 'stamps')).toMatchObject([{ invoice_or_number: 'G-1' }]);
  expect(await knownAbout(cy)).toMatchObject([{ scans: 1, seen_by_count: 1, stamps_held: 1 }]);
  const [{ guest_cards } = {}] = await partOf(cy, 'account');
  expect(guest_cards).toEqual([
    {
      guest_id: guest.id,
      moved: 1,
      left_behind: 0,
      moved_at: expect.stringMatching(/^20/),
    },
  ]);
  expect(JSON.stringify(await everythingOf(ben))).not.toContain('G-1');
});

test.each([1, 7])('pages of %i give every row once, by ascending id', async (pageSize) => {
  for (const part of ['stamps', 'redemptions']) {
    expect(await partOf(dina, part, pageSize)).toEqual(await rowsOf(dina, `public.${part}`));
  }
});

test('a page has at least one row and at most a thousand', async () => {
  await sql(
    `insert into private.till_log (store_id, call, outcome, customer_id)
        select 1, 'give_stamp', 'stale_code', $1 from generate_series(1, 1001)`,
    [cy.id],
  );
  const client = await as(cy);
  for (const [page_size, expected] of [
    [0, 1],
    [5000, 1000],
    [null as never, 1000],
  ] as const) {
    const { data } = await client.rpc('my_data', { part: 'scans', page_size }).throwOnError();
    expect(data).toHaveLength(expected);
  }
});

test('a customer’s data holds nothing of another customer or of a member', async () => {
  await giveTo(ana, { invoice: 'A-7' });
  await redeemFor(ben, 'for Ben');
  const others: [DemoPerson, DemoPerson[]][] = [
    [ana, [ben, tess]],
    [ben, [ana, tess]],
    // The member who served them reads nothing of them here either.
    [tess, [ana, ben]],
    [cy, [ana, ben, tess]],
  ];
  for (const [reader, hidden] of others) {
    const text = JSON.stringify([await everythingOf(reader), await knownAbout(reader)]);
    for (const { id, email, name } of hidden) {
      for (const word of [id, email, name]) expect(text).not.toContain(word);
    }
  }
  expect(JSON.stringify(await everythingOf(ben))).not.toMatch(/A-7|KT-1041/);
  expect(JSON.stringify(await everythingOf(ana))).not.toMatch(/for Ben|KT-1012/);
});

test('a customer’s data holds no hash, token or secret', async () => {
  const { token, data } = await signInByCode(ana.email);
  await sql(`update auth.sessions set refresh_token_hmac_key = 'a-key', user_agent = 'A phone'`);
  // No two people may have the same one.
  const itsHash = `update auth.users set recovery_token = 'a-hash' where id = $1`;
  await sql(itsHash, [ana.id]);
  const text = JSON.stringify(await everythingOf(ana));
  expect(text).toContain('A phone');
  for (const secret of ['a-key', 'a-hash', token, data.session?.refresh_token ?? '']) {
    expect(secret).not.toBe('');
    expect(text).not.toContain(`"${secret}"`);
  }
  expect(text).not.toContain(await tokenOf(ana));
});
