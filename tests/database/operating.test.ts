import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import { as, everyRow, freshData, operator, sql as query, tokenOf, visitor } from './as.ts';
import { changeStore, giveTo, KAPE_TAYO, redeemFor, refusedTo, total } from './counter.ts';
import { prepare, startAsGuest } from './doors.ts';
import { http } from './http.ts';

/** The statements of docs/operating.md, as an operator pastes them. */
const statements = new Map<string, string>();

beforeAll(async () => {
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  for (const [, name = '', sql = ''] of page.matchAll(/```sql\n *-- (.+)\n([^`]+)```/g)) {
    statements.set(name, sql);
  }
  await freshData();
  // Before any test signs in by a code, since only one is sent a minute.
  await Promise.all([ana, ben, cy, mario, tess].map(tokenOf));
});
beforeEach(freshData);

type Row = Record<string, unknown>;

/** Runs the statement of that name about a customer, and about Tess and her store. */
async function run(name: string, customer = ana.email): Promise<Row[]> {
  const sql = statements.get(name);
  if (!sql) throw new Error(`docs/operating.md has no statement "${name}".`);
  return query(
    sql
      .replaceAll('ana@example.com', customer)
      .replaceAll('tess@example.com', tess.email)
      .replaceAll(/= 7\b/g, `= ${KAPE_TAYO}`),
  );
}

const isThere = async ({ id }: DemoPerson) =>
  (await query(`select from auth.users where id = '${id}'`)).length === 1;
const rowsAbout = async ({ id, email }: DemoPerson) =>
  [...(await everyRow())]
    .filter(([, rows]) => rows.some((row) => row.includes(id) || row.includes(email)))
    .map(([table]) => table);

test('every statement of the page has a test', async () => {
  const source = await readFile(new URL(import.meta.url), 'utf8');
  expect(statements.size).toBeGreaterThan(10);
  for (const name of statements.keys()) expect(source).toContain(`run('${name}'`);
});

test('an operator deletes a customer, and then only the log names them', async () => {
  await giveTo(ana, { count: 2, invoice: 'A-1' });
  await run('Delete a customer');
  expect(await rowsAbout(ana)).toEqual(['private.till_log']);
  expect(await isThere(ben)).toBe(true);
  await expect(run('Delete a customer', 'nobody@example.com')).rejects.toThrow(
    'No account has that address.',
  );
});

test('an operator reads what the customer reads', async () => {
  await giveTo(ana, { count: 2, invoice: 'A-1' });
  const client = await as(ana);
  const own: Row[] = [];
  for (const part of ['account', 'stamps', 'redemptions', 'scans']) {
    const { data } = await client.rpc('my_data', { part }).throwOnError();
    own.push(...data.map((row) => ({ part, ...row })));
  }
  const shown = await run('What is known of a customer');
  const sorted = (rows: Row[]) =>
    rows.map(({ part, id, entry }) => JSON.stringify([part, Number(id), entry])).sort();
  expect(sorted(shown)).toEqual(sorted(own));
  expect(await run('What is known of a customer', 'nobody@example.com')).toEqual([]);
});

test('someone who had deleted their account is deleted again, and nobody else', async () => {
  const guest = await startAsGuest();
  await query(`create temporary table there as select id from auth.users
      where id <> '${ana.id}' and not is_anonymous`);
  await run('Delete again');
  expect(await isThere(ana)).toBe(false);
  expect(await isThere(ben)).toBe(true);
  expect(await prepare(guest)).toBeTruthy();

  // As if the list could not be read.
  await query('truncate there');
  await expect(run('Delete again')).rejects.toThrow('The list of accounts is empty.');
  await query('drop table there');
  expect(await isThere(ben)).toBe(true);
});

test('no photo’s address names the old project', async () => {
  const old = 'https://old.supabase.co/storage/v1/object/public/rewards/uploads/a.png';
  const photo = { photo: old };
  await changeStore({ logo_url: old });
  await query(`insert into private.photo_hosts values ('old.supabase.co'), ('new.supabase.co')`);
  await operator.from('rewards').update(photo).eq('store_id', KAPE_TAYO).throwOnError();
  await operator.from('events').update(photo).gt('id', 0).throwOnError();
  await giveTo(ben);
  await redeemFor(ben);
  const naming = async (project: string) =>
    [...(await everyRow())]
      .filter(([, rows]) => rows.some((row) => row.includes(`//${project}.supabase.co/`)))
      .map(([table]) => table);
  const before = await naming('old');
  expect(before).toEqual(
    expect.arrayContaining([
      'public.events',
      'public.redemptions',
      'public.rewards',
      'public.stamps',
      'public.stores',
    ]),
  );
  await run('Move the addresses of photos');
  expect(await naming('old')).toEqual([]);
  expect(await naming('new')).toEqual(before);
});

test('the figures to compare and the sizes are those of the tables', async () => {
  await startAsGuest();
  const [sizes] = await run('Sizes');
  expect(Number(sizes?.guests)).toBe(1);
  expect(sizes?.till_log).toMatch(/(kB|MB|bytes)$/);
  await giveTo(ana, { count: 3 });
  const [before] = await run('Figures to compare');
  await giveTo(ana, { count: 2 });
  const [after] = await run('Figures to compare');
  expect(Number(after?.stamps) - Number(before?.stamps)).toBe(2);
  expect(Number(after?.calls)).toBe(Number(before?.calls) + 1);
  expect(after?.accounts).toBe(before?.accounts);
});

test('the log of old months is dropped, and newer rows stay', async () => {
  await query(`insert into private.till_log (happened_at, store_id, call, outcome)
    values ('2025-12-31 23:59+08', ${KAPE_TAYO}, 'give_stamp', 'done')`);
  await giveTo(ana);
  expect(await run('Drop the log of old months')).toEqual([{ drop_till_log_before: 1 }]);
  expect(await query('select from private.till_log')).toHaveLength(1);
});

test('stores are listed by what they gave in a day', async () => {
  await giveTo(ana, { count: 3 });
  await giveTo(cy, { count: 4 });
  const [first] = await run('Stores by what they gave in a day');
  expect(first).toMatchObject({ name: 'Kape Tayo' });
  expect([first?.stamps, first?.customers, first?.members].map(Number)).toEqual([7, 2, 1]);
});

test('stamps that the secret key wrote are found, and those of a till are not', async () => {
  const suspects = async (person: DemoPerson) =>
    (await run('Stamps that no till gave')).filter(({ user_id }) => user_id === person.id);
  await giveTo(cy, { count: 5 });
  expect(await suspects(cy)).toEqual([]);
  await operator
    .from('stamps')
    .insert({ user_id: cy.id, store_id: KAPE_TAYO, stamp_count: 9, store_name: 'Kape Tayo' })
    .throwOnError();
  const [found] = await suspects(cy);
  expect([found?.stamps, found?.in_the_log].map(Number)).toEqual([14, 5]);
});

test('the tills of a suspended store and a removed member are refused, and so is a lost till', async () => {
  const till = await as(tess);
  // Each statement shows what it did: nothing for a store or an address that does not exist.
  expect(await run('Suspend a store')).toEqual([{ name: 'Kape Tayo' }]);
  expect(await refusedTo(ana)).toBe('store_suspended');
  expect(await run('Remove a member')).toEqual([{ email: tess.email }]);
  expect(await refusedTo(ana)).toBe('not_a_member');
  expect(await run('End the sessions of a member')).toContainEqual({ email: tess.email });
  expect((await till.from('stamps').select('id')).status).toBe(401);
});

test('someone who found a lost till can’t come back with a password that they set', async () => {
  const password = 'of the finder';
  // As a sign-in with a code does.
  await query('update auth.users set email_confirmed_at = now() where id = $1', [tess.id]);
  const set = { method: 'PUT', body: JSON.stringify({ password }) };
  expect((await http(tess, '/auth/v1/user', set)).status).toBe(200);
  const comeBack = () => visitor().auth.signInWithPassword({ email: tess.email, password });
  expect((await comeBack()).error).toBeNull();
  await run('End the sessions of a member');
  expect((await comeBack()).error?.code).toBe('invalid_credentials');
});

test('stamps that a member gave are listed and taken back, except those that were spent', async () => {
  const before = await total(ana);
  await giveTo(ana, { count: 3, invoice: 'A-3' });
  const listed = await run('What a member did');
  expect(listed).toMatchObject([{ call: 'give_stamp', outcome: 'done', invoice: 'A-3' }]);
  await redeemFor(ben);
  expect(await run('Take back what a member gave')).toEqual([{ user_id: ana.id, stamp_count: 3 }]);
  expect(await total(ana)).toBe(before);
  expect(await run('What a member did')).toHaveLength(2);
});

test('a record that was partly spent stays, and so do the stamps that were spent', async () => {
  await giveTo(cy, { count: 4 });
  await giveTo(cy, { count: 8 });
  const { redemption_id } = await redeemFor(cy);
  await giveTo(cy, { count: 1 });
  await run('Take back what a member gave');
  const spent = await query('select stamp_count from public.stamps where redemption_id = $1', [
    redemption_id,
  ]);
  expect(spent.map(({ stamp_count }) => stamp_count).sort()).toEqual([4, 6]);
  expect(await total(cy)).toBe(2);
});
