import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import { elsewhere } from '../contract/elsewhere.ts';
import {
  as,
  everyRow,
  freshData,
  nameNoSession,
  ORIGIN,
  send,
  signInByCode,
  sql,
  tokenOf,
  visitor,
} from './as.ts';
import {
  answered,
  customerCode,
  give,
  giveTo,
  hire,
  KAPE_TAYO,
  openRedemption,
  redeem,
  redeemFor,
  redemptionCode,
  refused,
  refusedTo,
  total,
} from './counter.ts';
import { byGoogle, goThroughGoogle, prepare, startAsGuest } from './doors.ts';
import { newPhones, tryToTurnOn } from './reminders.ts';

/** Accounts that their owners delete. */
beforeAll(async () => {
  await freshData();
  // Before any test signs in by a code, since only one is sent a minute.
  await Promise.all([ana, ben, cy, mario, tess].map(tokenOf));
});
beforeEach(async () => {
  await freshData();
  newPhones();
});

const deleteAccount = async (person: DemoPerson) => {
  const { error, status } = await (await as(person)).rpc('delete_account');
  expect([error, status]).toEqual([null, 204]);
};

const PHOTO = new Blob(['cup'], { type: 'image/png' });
const upload = async (person: DemoPerson, name: string, photo = PHOTO) =>
  (await as(person)).storage.from('rewards').upload(name, photo, { upsert: true });

/** A customer who has done everything that leaves a row. */
async function liveAFullLife(person: DemoPerson) {
  const secret = await prepare(await startAsGuest());
  await (await as(person)).rpc('move_guest_card', { secret }).throwOnError();
  // Elsewhere there is no stand-in for Google.
  await (elsewhere
    ? sql(
        `insert into auth.identities
            (provider, provider_id, user_id, identity_data, created_at, updated_at)
          values ('google', $1, $2, $3, now(), now())`,
        [person.email, person.id, JSON.stringify({ sub: person.email, email: person.email })],
      )
    : byGoogle(person.email));
  await signInByCode(person.email);
  if (!elsewhere) await goThroughGoogle({ email: person.email });
  await visitor().auth.signInWithOtp({ email: person.email });
  // A token from before there were sessions.
  await sql('insert into auth.refresh_tokens (id, token, user_id) values ($1, $2, $3)', [
    // A number, as the hosted service has it.
    String(Date.now()),
    crypto.randomUUID(),
    person.id,
  ]);
  await giveTo(person, { count: 5, invoice: person.id });
  await redeemFor(person, `for ${person.name}`);
  await refusedTo(person, { count: 0 });
  // This is refused if the token names no session.
  await tryToTurnOn(person);
  await giveTo(person, { count: 10 });
  // They name a phone and a reminder, and go with them.
  await sql('delete from private.reminder_deliveries');
  await redemptionCode(person);
  await hire(person);
  answered(await give(person, customerCode(cy)));
  refused(await give(person, customerCode(cy), { count: 0 }));
  expect((await upload(person, `uploads/${crypto.randomUUID()}.png`)).error).toBeNull();
}

const mentions = ({ id, email, name }: DemoPerson) => {
  const words = [id, email, name].map((word) => word.toLowerCase());
  return (row: string) => words.some((word) => row.toLowerCase().includes(word));
};

const tablesAbout = (rows: Map<string, string[]>, person: DemoPerson) =>
  [...rows].filter(([, all]) => all.some(mentions(person))).map(([table]) => table);

test('the decision lists every table that mentions a person, and what stays after a deletion', async () => {
  const page = new URL('../../docs/decisions/deleted-accounts.md', import.meta.url);
  const said = [
    ...(await readFile(page, 'utf8')).matchAll(/^\| `([a-z_.]+)` \| .* \| (\w+).*\|$/gm),
  ];
  await liveAFullLife(ana);
  const before = await everyRow();
  // The stand-in has no table for codes under way.
  const there = said.map(([, table = '']) => table).filter((table) => before.has(table));
  expect(tablesAbout(before, ana)).toEqual(there.sort());
  await deleteAccount(ana);
  expect(tablesAbout(await everyRow(), ana)).toEqual(
    said.filter(([, , after]) => after === 'stays').map(([, table]) => table),
  );
});

test('rows about other people, and the log, stay as they were', async () => {
  await liveAFullLife(ana);
  await liveAFullLife(ben);
  const before = await everyRow();
  const sessions = await sql('select id from auth.sessions where user_id = $1', [ana.id]);
  await deleteAccount(ana);
  const after = await everyRow();
  const isHers = (row: string) =>
    mentions(ana)(row) || sessions.some(({ id }) => row.includes(String(id)));
  const changed: string[] = [];
  for (const [table, rows] of before) {
    const others = /\.till_(log|refusals)$/.test(table) ? rows : rows.filter((row) => !isHers(row));
    const now = after.get(table) ?? [];
    expect(now, table).toEqual(expect.arrayContaining(others));
    if (now.length > others.length) changed.push(table);
  }
  expect(changed).toEqual(['private.reward_photos', 'storage.objects']);
  expect(tablesAbout(after, ben)).toEqual(tablesAbout(before, ben));
});

test('the photo stays at its address, the store can replace it, and no later upload is kept', async () => {
  expect((await upload(tess, 'uploads/cup.png')).error).toBeNull();
  await hire(mario);
  await deleteAccount(tess);
  const content = async () =>
    (await send(`${ORIGIN}/storage/v1/object/public/rewards/uploads/cup.png`)).text();
  expect(await content()).toBe('cup');
  const other = new Blob(['another'], { type: 'image/png' });
  expect((await upload(mario, 'uploads/cup.png', other)).error).toBeNull();
  expect(await content()).toBe('another');
  for (const name of ['uploads/cup.png', 'uploads/late.png']) {
    // The storage service does this with rights of its own.
    const late = sql(
      `insert into storage.objects (bucket_id, name, owner, owner_id)
          values ('rewards', $2, $1::text::uuid, $1)
          on conflict (bucket_id, name) do update
            set owner = excluded.owner, owner_id = excluded.owner_id`,
      [tess.id, name],
    );
    await expect(late).rejects.toThrow('Your account does not exist any more.');
  }
  expect(tablesAbout(await everyRow(), tess)).toEqual([]);
});

test('the sweep removes entries about deleted people, and keeps what an operator did to others', async () => {
  const entry = async (actor: string, to: string) =>
    sql('insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), $1)', [
      JSON.stringify({ actor_id: actor, action: 'user_modified', traits: { user_id: to } }),
    ]);
  const sweep = () => sql('select private.sweep_audit_log() as removed');
  // Removes entries about people from before the tests.
  await sweep();
  const operators = '00000000-0000-0000-0000-000000000000';
  await entry(operators, crypto.randomUUID());
  await entry(ben.id, crypto.randomUUID());
  await entry(crypto.randomUUID(), ben.id);
  await entry(operators, ben.id);
  await entry('', '');
  expect(await sweep()).toEqual([{ removed: 3 }]);
});

describe('someone with a token of a deleted account, on a host that does not check sessions,', () => {
  beforeEach(() => void nameNoSession(ana));

  test('reads nothing, not even the log of the tills', async () => {
    await liveAFullLife(ana);
    await deleteAccount(ana);
    const client = await as(ana);
    const reads = await Promise.all([
      client.from('stamps').select(),
      client.from('redemptions').select(),
      client.from('store_members').select(),
      client.rpc('stamps_held'),
      client.rpc('my_cards'),
      client.rpc('ready_rewards'),
      client.rpc('known_about_me'),
      ...['account', 'stamps', 'redemptions', 'scans'].map((part) =>
        client.rpc('my_data', { part }),
      ),
    ]);
    for (const { data, error } of reads) expect([data, error]).toEqual([[], null]);
    const { error } = await client.rpc('till_log', { store_id: KAPE_TAYO });
    expect(error?.details).toBe('not_a_member');
  });

  test('changes nothing', async () => {
    const { stamp_id } = await giveTo(ana, { count: 10 });
    await hire(ana);
    await deleteAccount(ana);
    const rows = await everyRow();
    const opened = await openRedemption(ana, { reward_id: '1', stamp_ids: [String(stamp_id)] });
    expect(opened.error?.details).toBe('stamps_changed');
    const client = await as(ana);
    const closed = await client.rpc('close_redemption', { opening_id: crypto.randomUUID() });
    expect(closed.error).toBeNull();
    expect(refused(await give(ana, customerCode(ben)))).toBe('not_a_member');
    expect((await upload(ana, 'uploads/cup.png')).error).not.toBeNull();
    const added = await client.from('rewards').insert({ title: 'Free', store_id: KAPE_TAYO });
    expect(added.error?.code).toBe('42501');
    // Deleting the account again changes nothing either.
    await deleteAccount(ana);
    expect(await everyRow()).toEqual(rows);
  });

  test('gets no new token', async () => {
    const { auth, data: before } = await signInByCode(ana.email);
    const { session } = before;
    await deleteAccount(ana);
    const { data, error } = await auth.refreshSession({
      refresh_token: session?.refresh_token ?? '',
    });
    expect([data.session, error?.code]).toEqual([null, 'refresh_token_not_found']);
    expect((await auth.getUser(session?.access_token ?? '')).error).not.toBeNull();
  });
});

test('a new sign-in with the same address starts with an empty card', async () => {
  await deleteAccount(ana);
  const { auth, data } = await signInByCode(ana.email);
  const { session } = data;
  expect(session?.user.email).toBe(ana.email);
  expect(session?.user.id).not.toBe(ana.id);
  const again = { ...ana, id: session?.user.id ?? '' };
  expect(await refusedTo(ana)).toBe('unknown_customer');
  expect(await giveTo(again)).toMatchObject({ stamps_held: 1 });
  await auth.signOut();
});

test('a till no longer knows the customer, whether its call is new or repeated', async () => {
  const [giving, redeeming] = [crypto.randomUUID(), crypto.randomUUID()];
  const code = await redemptionCode(ben);
  const scan = { invoice: 'B-7', requestId: giving };
  await giveTo(ben, scan);
  answered(await redeem(tess, code, { requestId: redeeming }));
  await deleteAccount(ben);
  expect(await refusedTo(ben, scan)).toBe('unknown_customer');
  expect(await refusedTo(ben)).toBe('unknown_customer');
  expect(refused(await redeem(tess, code, { requestId: redeeming }))).toBe('unknown_customer');
  // The invoice counts for nobody else either.
  expect(await refusedTo(cy, { invoice: ' b-7' })).toBe('duplicate_invoice');
  expect(await total(cy)).toBe(0);
});

test('a member who deletes their account no longer serves anybody, and what they did stays', async () => {
  await giveTo(cy, { count: 2 });
  const log = (await everyRow()).get('private.till_log');
  nameNoSession(tess);
  await deleteAccount(tess);
  expect(await refusedTo(cy)).toBe('not_a_member');
  expect(await total(cy)).toBe(2);
  expect((await everyRow()).get('private.till_log')).toEqual(log);
});
