import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cy, tess } from '../../local-backend/people.ts';
import { readArguments } from '../../scripts/store/arguments.ts';
import { carryOut } from '../../scripts/store/carry-out.ts';
import { factRefusal } from '../../scripts/store/facts.ts';
import type { Project } from '../../scripts/store/project.ts';
import { SERVICE_KEY } from '../keys.ts';
import { as, type Client, freshData, ORIGIN, operator, send, sql } from './as.ts';
import { customerCode, give, hire, KAPE_TAYO, refused } from './counter.ts';
import { dayIn, everyStore, membersOf } from './operator.ts';

/** `npm run store` against the demo's backend, from its arguments on (docs/stores.md). */
beforeEach(freshData);

const project: Project = { url: ORIGIN, secretKey: SERVICE_KEY, isDemo: true, send };
const PLACES = { till: 'https://till.example', site: 'https://stampcard.example' };

const run = async (args: readonly string[], change: Partial<Project> = {}) => {
  const asked = readArguments(args);
  if (asked === null) throw new Error('It asks for the usage.');
  return (await carryOut({ ...project, ...change }, asked.task, PLACES)).join('\n');
};
/** Runs a line of arguments without spaces in them. */
const line = (words: string, change?: Partial<Project>) => run(words.split(' '), change);

const TURO = ['create', '--name', 'Turo-Turo', '--member', 'owner@example.com'];
const TEA = ['--reward', 'Free tea', '--stamps', '8', '--until', dayIn(30)];

const accountOf = async (email: string) => {
  const [row] = await sql<{ id: string }>(
    'select id from auth.users where email = $1 and email_confirmed_at is not null',
    [email],
  );
  return row?.id;
};

const numberIn = (said: string) => Number(/\(store (\d+)\)/.exec(said)?.[1]);

test('a new store comes with its owner’s account, and a report of its numbers and what is next', async () => {
  const said = await run([...TURO, '--address', '9 Maginhawa Street', ...TEA]);
  const store = numberIn(said);
  const owner = await accountOf('owner@example.com');
  expect(said).toBe(
    [
      `Made Turo-Turo (store ${store}).`,
      `owner@example.com works there, with a new account (${owner}).`,
      `It gives "Free tea" for 8 stamps, until ${dayIn(30)} (reward ${/reward (\d+)/.exec(said)?.[1]}).`,
      '',
      'Next: the people who work there sign in at the till, https://till.example, by a code that comes by mail.',
      `Its page for customers: https://stampcard.example/store/${store}`,
      `One more person: npm run store -- member --store ${store} --add their@address`,
    ].join('\n'),
  );
  expect(await membersOf(store)).toEqual([owner]);
});

test('a command whose answer was lost can be run again, and still makes only one store', async () => {
  let calls = 0;
  const losing: typeof fetch = async (input, init) => {
    const answer = await send(input as string, init);
    calls += 1;
    // The first call finds no account, the second makes one, the third makes the store.
    if (calls === 3)
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
    return answer;
  };
  await expect(run(TURO, { send: losing })).rejects.toThrow(
    `No answer from ${ORIGIN} (ECONNRESET).`,
  );
  expect(await run(TURO)).toContain('is there already, just like this: nothing was changed.');
  const { data } = await operator.from('stores').select('id').eq('name', 'Turo-Turo');
  expect(data).toHaveLength(1);
});

test('a sentence says what is wrong with a new store, and no store or account is made', async () => {
  const everyAccount = () => sql('select id from auth.users order by id');
  for (const [what, args, sentence] of [
    [
      'a reward that is over',
      [...TURO, ...TEA.slice(0, -1), dayIn(-400)],
      'A reward ends a year ago at the earliest',
    ],
    [
      'an address that is none',
      [...TURO.slice(0, 3), '--member', 'owner@shop'],
      'A member is named by an email address or by the id of an account.',
    ],
  ] as const) {
    const before = [await everyStore(), await everyAccount()];
    await expect.soft(run(args), what).rejects.toThrow(sentence);
    expect.soft([await everyStore(), await everyAccount()], what).toEqual(before);
  }
});

test('a sentence says what is wrong with a command, which changes nothing', async () => {
  for (const [words, sentence] of [
    ['member --store 999 --add new@example.com', 'There is no store 999.'],
    ['member --store 1 --remove new@example.com', 'There is no account of new@example.com.'],
    ['set --store 999 --kind Bakery', 'There is no store 999.'],
    [
      'set --store 1 --place 91,121',
      'A latitude is from -90 to 90: it comes before the longitude.',
    ],
    ['set --store 1 --website javascript:alert(1)', 'A website is an https:// address'],
    ['set --store 1 --phone later', 'A phone is a number such as +63 2 8555 0101.'],
    ['set --store 1 --zone none', 'Opening hours need a time zone: --zone Asia/Manila.'],
    [`set --store 1 --kind ${'x'.repeat(61)}`, 'A kind has 1 to 60 characters.'],
    [`set --store 1 --closed ${Array(101).fill(dayIn(1))}`, 'A store has at most 100 closed days.'],
    ['suspend --store 999', 'There is no store 999.'],
  ] as const) {
    const before = await everyStore();
    await expect.soft(line(words), words).rejects.toThrow(sentence);
    expect.soft(await everyStore(), words).toBe(before);
    expect.soft(await accountOf('new@example.com'), words).toBeUndefined();
  }
});

test('each check of what can be set has a sentence', async () => {
  const checks = await sql<{ name: string }>(`
    select conname as name from pg_constraint
      where conrelid = 'public.stores'::regclass and contype = 'c' order by 1`);
  const without = checks.filter(({ name }) => factRefusal(`constraint "${name}"`).includes(name));
  expect(without.map(({ name }) => name)).toEqual([
    'stores_address_check',
    'stores_daily_stamps_check',
    'stores_logo_url_check',
    'stores_name_check',
    // A latitude always comes with its longitude.
    'stores_place_whole',
  ]);
});

test('a reward whose last day has passed, as in a mistyped year, is said to be over', async () => {
  const until = (day: string) => line(`reward --store 1 --reward Tea --until ${day}`);
  expect(await until(dayIn(-1))).toMatch(/\(reward \d+\)\. It is over: no customer sees it\.$/);
  expect(await until(dayIn(1))).toMatch(/\(reward \d+\)\.$/);
});

test('a second member gets an account if they have none, and joins once', async () => {
  const said = await line('member --store 1 --add second@example.com');
  const second = await accountOf('second@example.com');
  expect(said).toContain(
    `At Kape Tayo (store 1):\nsecond@example.com works there, with a new account (${second}).`,
  );
  expect(await line('member --store 1 --add second@example.com')).toBe(
    'second@example.com works at Kape Tayo (store 1) already: nothing was changed.',
  );
  expect(await membersOf(KAPE_TAYO)).toEqual([tess.id, second].sort());
});

test('a member who leaves is gone at once, and the answer says if it was the last one', async () => {
  await hire(cy);
  expect(await line(`member --store 1 --remove ${cy.id}`)).toBe(
    `${cy.id} works at Kape Tayo (store 1) no more, from now on.`,
  );
  expect(await line(`member --store 1 --remove ${tess.id}`)).toContain(
    'Nobody works there now: no stamps can be given.',
  );
  expect(await membersOf(KAPE_TAYO)).toEqual([]);
});

test('a store’s place, hours and contacts can be set and removed', async () => {
  const facts = async () => {
    const columns =
      'kind, latitude, longitude, phone, website, time_zone, opening_hours, closed_on';
    return (await operator.from('stores').select(columns).eq('id', KAPE_TAYO).single()).data;
  };
  const set = (...args: string[]) => run(['set', '--store', '1', ...args]);
  const said = await set(
    ...['--kind', 'Coffee bar', '--place=-14.5, 121.25', '--phone', '+63 2 8555 0101'],
    ...['--website', 'https://a.co'],
    ...['--zone', 'Asia/Tokyo', '--hours', 'mon-tue 18:00-02:00', '--closed', '2026-12-25'],
  );
  expect(said).toBe(
    'Set at Kape Tayo (store 1): kind, latitude, longitude, phone, website, time_zone, opening_hours, closed_on.',
  );
  expect(await facts()).toEqual({
    ...{ kind: 'Coffee bar', latitude: -14.5, longitude: 121.25, phone: '+63 2 8555 0101' },
    ...{ website: 'https://a.co', time_zone: 'Asia/Tokyo', closed_on: ['2026-12-25'] },
    opening_hours: { mon: ['18:00-02:00'], tue: ['18:00-02:00'] },
  });
  for (const hours of ['25:00-26:00', '07:00-07:00', '07:00-12:00 11:00-15:00']) {
    await expect(set('--hours', `mon ${hours}`)).rejects.toThrow('Opening hours are from 00:00');
  }
  await set('--place', 'none', '--hours', 'none', '--kind', 'none');
  expect(await facts()).toMatchObject({
    ...{
      kind: null,
      latitude: null,
      longitude: null,
      opening_hours: null,
      phone: '+63 2 8555 0101',
    },
  });
});

test('a store is suspended, and takes part again', async () => {
  expect(await line('suspend --store 1')).toBe(
    'Kape Tayo (store 1) is suspended: nobody finds it, and its till gives and redeems nothing.\n' +
      'Its stamps and rewards are kept.\n' +
      'To let it take part again: npm run store -- resume --store 1',
  );
  expect(refused(await give(tess, customerCode(cy)))).toBe('store_suspended');
  expect(await line('resume --store 1')).toBe('Kape Tayo (store 1) takes part.');
  expect(await give(tess, customerCode(cy))).toHaveProperty('answer');
});

describe('photos that nothing shows', () => {
  const photos = (client: Client) => client.storage.from('rewards');
  const file = new Blob(['photo'], { type: 'image/png' });
  const upload = async (name: string) => {
    const { error } = await photos(await as(tess)).upload(`uploads/${name}.png`, file);
    expect(error).toBeNull();
    return photos(operator).getPublicUrl(`uploads/${name}.png`).data.publicUrl;
  };
  const statusOf = async (address: string) => (await send(address)).status;
  const aDayLater = () =>
    sql(`update private.reward_photos set uploaded_at = uploaded_at - interval '25 hours'`);

  test('are removed a day later, file and row, and nothing else is', async () => {
    const [shown, old] = [await upload('shown'), await upload('old')];
    await operator.from('rewards').update({ photo: shown }).eq('id', 1).throwOnError();
    await aDayLater();
    const young = await upload('young');
    expect(await line('sweep-photos')).toBe('Photos removed, as nothing shows them any more: 1.');
    expect(await Promise.all([shown, old, young].map(statusOf))).toEqual([200, 400, 200]);
    const rows = await sql('select name from private.reward_photos order by 1');
    expect(rows).toEqual([{ name: 'uploads/shown.png' }, { name: 'uploads/young.png' }]);
    expect(await line('sweep-photos')).toBe('Photos removed, as nothing shows them any more: 0.');
  });

  test('are named, and not retried forever, if the storage does not remove them', async () => {
    await upload('old');
    await aDayLater();
    const keeping: typeof fetch = async (input, init) =>
      init?.method === 'DELETE' ? Response.json([]) : send(input as string, init);
    expect(await line('sweep-photos', { send: keeping })).toBe(
      'Photos removed, as nothing shows them any more: 0.\nThe storage keeps uploads/old.png.',
    );
  });
});

/** After the test, reminders are set up as before. */
async function setUpLater(): Promise<void> {
  const { data } = await operator.rpc('push_settings').throwOnError();
  onTestFinished(async () => {
    const settings = data as never;
    await operator.rpc('set_up_reminders', { settings, replace: true }).throwOnError();
  });
}

test('reminders are set up once, with the call to make if the project can’t by itself', async () => {
  await setUpLater();
  const said = await line('reminders', { isDemo: false });
  const { data } = await operator.rpc('push_settings').throwOnError();
  expect(data).toMatchObject({ site: PLACES.site, function_url: `${ORIGIN}/functions/v1/notify` });
  const { call_secret } = data as { call_secret: string };
  expect(said.split('\n')).toEqual([
    'Reminders are set up, for https://stampcard.example.',
    expect.stringMatching(/pg_cron and pg_net/),
    `curl -X POST ${ORIGIN}/functions/v1/notify -H "Authorization: Bearer ${call_secret}"`,
  ]);
  expect(await line('reminders')).toBe(
    'Reminders are set up already, just like this: nothing was changed.',
  );
  expect(await line('reminders --new-keys')).toMatch(/every phone has to be turned on again/);
});

test('a project with pg_cron and pg_net makes the call for reminders every minute', async () => {
  await setUpLater();
  onTestFinished(async () => void (await sql('drop schema cron, net cascade')));
  for (const one of [
    'create schema cron',
    'create table cron.job (name text, at text, command text)',
    `create function cron.schedule(text, text, text) returns bigint language sql
      as 'insert into cron.job values ($1, $2, $3) returning 1::bigint'`,
    'create schema net',
    'create function net.http_post(text, jsonb, jsonb, jsonb, integer) returns bigint return 1',
  ]) {
    await sql(one);
  }
  expect(await line('reminders')).not.toMatch(/curl/);
  const [job] = await sql<{ at: string; command: string }>('select * from cron.job');
  expect(job?.at).toBe('* * * * *');
  expect(await sql(job?.command ?? '')).toHaveLength(1);
});
