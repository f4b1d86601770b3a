import { beforeAll, expect, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, dina, tess } from '../../local-backend/people.ts';
import { createPushService } from '../../local-backend/push-service.ts';
import { AT_ANY_HOUR } from '../../local-backend/reminders.ts';
import { sendReminders } from '../../supabase/functions/notify/send.ts';
import type { Settings, Taken } from '../../supabase/functions/notify/types.ts';
import { asPerson, give, openAs, waitsForLock } from './calls.ts';
import { realServer, type Session } from './server.ts';

/** If the function is called several times at once, each message is sent once, and a day has one round. */
const server = realServer();
beforeAll(async () => void (await server.query(AT_ANY_HOUR)));

const push = createPushService();

async function newSession({ id }: DemoPerson): Promise<string> {
  const session = crypto.randomUUID();
  await server.query(
    `insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, 'aal1', now(), now())`,
    [session, id],
  );
  return session;
}

/** A phone of theirs on which they are signed in, unless another session is given. */
async function newPhone(person: DemoPerson, kinds: string[], session?: string): Promise<string> {
  const { endpoint, keys } = push.subscribe();
  await server.query(
    `insert into private.push_devices (user_id, session_id, endpoint, public_key, auth_secret, kinds)
      values ($1, $2, $3, $4, $5, $6)`,
    [person.id, session ?? (await newSession(person)), endpoint, keys.p256dh, keys.auth, kinds],
  );
  return endpoint;
}

const eventTomorrow = () =>
  server.query("update public.events set date = now() + interval '1 day' where id = 1");

/** Puts reminders in the outbox for all of their phones. */
const queue = ({ id }: DemoPerson, ...kinds: string[]) =>
  server.query(
    'select private.queue_reminders(kind, array[$1::uuid], array[1], 1) from unnest($2::text[]) as kind',
    [id, kinds],
  );

/** Four senders at once, each of which takes so many at a time. @returns what each took */
async function fourSenders(atOnce: number): Promise<Taken[][]> {
  const [row] = await server.query<{ settings: Settings }>(
    'select public.push_settings() as settings',
  );
  const sender = async ({ query }: Session): Promise<Taken[]> => {
    const all: Taken[] = [];
    await sendReminders({
      settings: row?.settings as Settings,
      async take() {
        const taken = await query<Taken>('select * from public.take_reminders($1)', [atOnce]);
        all.push(...taken);
        return taken;
      },
      report: (results) => query('select public.report_reminders($1)', [JSON.stringify(results)]),
      fetch: async () => new Response(null, { status: 201 }),
      until: Number.POSITIVE_INFINITY,
    });
    return all;
  };
  const sessions = await Promise.all([1, 2, 3, 4].map(() => server.open()));
  const taken = await Promise.all(sessions.map(sender));
  for (const session of sessions) session.release(true);
  return taken;
}

/** What was sent, and to which phones. */
const told = async () =>
  (await fourSenders(50))
    .flat()
    .map(({ kind, endpoint }) => `${kind} ${endpoint}`)
    .sort();

test('four senders at once send each message once', async () => {
  const endpoints: string[] = [];
  for (const person of [ana, ben, cy, dina]) {
    const session = await newSession(person);
    for (let phone = 0; phone < 60; phone += 1)
      endpoints.push(await newPhone(person, ['event_tomorrow'], session));
  }
  await eventTomorrow();
  const rounds = await Promise.all(
    [1, 2].map(() => server.query<{ n: number }>('select private.queue_daily_reminders(100) as n')),
  );
  expect(rounds.map(([round]) => round?.n).sort()).toEqual([0, 4]);

  // Another sender is counting: none of the four goes on before all of them have come.
  const counting = await openAs(server);
  await counting.query("select pg_advisory_xact_lock(hashtextextended('private.reminders', 0))");
  const sending = fourSenders(7);
  await waitsForLock(server, 'select * from public.take_reminders', 4);
  await counting.end();
  const taken = await sending;
  // Each of them sent some.
  expect(Math.min(...taken.map(({ length }) => length))).toBeGreaterThan(0);
  const sentTo = taken.flat().map(({ endpoint }) => endpoint);
  expect(sentTo.sort()).toEqual(endpoints.sort());
  expect(await server.query('select id from private.reminder_deliveries')).toEqual([]);
});

test('four senders at once send nobody more than two a day, apart from a ready reward', async () => {
  await server.query(
    'insert into private.reminder_rounds values (private.app_day(now()), null, true)',
  );
  await eventTomorrow();
  const others = ['almost_there', 'event_tomorrow', 'friday_highlights'];
  const people = [ana, dina];
  for (const person of people) {
    await newPhone(person, [...others, 'reward_ready']);
    await queue(person, ...others);
  }
  expect((await fourSenders(1)).flat()).toHaveLength(2 * people.length);
  await asPerson(server, tess, (query) => give(query, { customer: ana }));
  expect((await told()).map((line) => line.split(' ')[0])).toEqual(['reward_ready']);
});

test('a stamp given during the round waits for nothing, and leads to a reminder', async () => {
  const kinds = ['almost_there', 'event_tomorrow', 'reward_ready'];
  const [ofAna, ofCy] = [await newPhone(ana, kinds), await newPhone(cy, kinds)];
  // Another phone of hers, which the round removes.
  await newPhone(ana, kinds, crypto.randomUUID());
  await eventTomorrow();
  const round = await server.open();
  await round.query('begin');
  await round.query('select private.queue_daily_reminders(100)');
  for (const [customer, count] of [
    [ana, 1],
    [cy, 8],
  ] as const) {
    const given = await asPerson(server, tess, async (query) => {
      await query("set local lock_timeout = '1s'");
      return give(query, { customer, count });
    });
    expect(given).toHaveProperty('answer');
  }
  await round.query('commit');
  expect(await told()).toEqual(
    [
      `almost_there ${ofCy}`,
      `event_tomorrow ${ofAna}`,
      `event_tomorrow ${ofCy}`,
      `reward_ready ${ofAna}`,
    ].sort(),
  );
});

test.each([
  'select from private.push_devices for update',
  'select from private.reminder_deliveries for update',
  'select from auth.users for update',
])('a sender does not wait for the removal of a logged-out phone: %s', async (statement) => {
  await newPhone(ana, ['almost_there'], crypto.randomUUID());
  await queue(ana, 'almost_there');
  const removing = await openAs(server);
  await removing.query(statement);
  const sender = await openAs(server);
  await sender.query("set local lock_timeout = '1s'");
  expect(await sender.query('select * from public.take_reminders(50)')).toEqual([]);
  await sender.end();
  await removing.end();
});

test('what was sent is not sent again by a sender that found it at the same time', async () => {
  await newPhone(ana, ['almost_there']);
  await queue(ana, 'almost_there');
  const other = await openAs(server);
  // Another sender does this if the message was free when it began to look.
  await other.query('select from private.reminder_deliveries for update');
  const reporting = await openAs(server);
  const reported = reporting.query(
    `select public.report_reminders(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'sent')))
      from private.reminder_deliveries`,
  );
  await waitsForLock(server, reporting);
  await other.end();
  await reported;
  await reporting.end();
  expect(await server.query('select from private.reminder_deliveries')).toEqual([]);
});

test('if two people turn on one phone at once, it belongs to the last one', async () => {
  const { endpoint, keys } = push.subscribe();
  const savedBy = async (person: DemoPerson) => {
    const session_id = await newSession(person);
    const phone = await openAs(server, person);
    await phone.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: person.id, session_id }),
    ]);
    const values = [endpoint, keys.p256dh, keys.auth, ['card_ends']];
    const saved = phone.query('select public.save_push_device($1, $2, $3, $4)', values);
    return { ...phone, saved };
  };
  const first = await savedBy(ana);
  await first.saved;
  const second = await savedBy(cy);
  await waitsForLock(server, second);
  await first.end();
  await second.saved;
  await second.end();
  expect(await server.query('select user_id from private.push_devices')).toEqual([
    { user_id: cy.id },
  ]);
});

const removals: [string, string, number][] = [
  [
    'no phone that another sender removes',
    `select public.report_reminders(jsonb_build_array(jsonb_build_object('id', min(id), 'outcome', 'gone')))
      from private.reminder_deliveries`,
    0,
  ],
  ['no phone that an operator removes', 'delete from private.push_devices', 0],
  // The phone goes when its next message is refused.
  [
    'nothing that goes with its reward',
    "delete from private.reminders where kind = 'almost_there'",
    1,
  ],
];

test.each(removals)('a sender’s report waits for %s', async (_what, statement, phones) => {
  const kinds = ['almost_there', 'event_tomorrow', 'friday_highlights'];
  await newPhone(ana, kinds);
  await queue(ana, ...kinds);
  const removing = await openAs(server);
  await removing.query(statement);
  const reporting = await openAs(server);
  await reporting.query("set local lock_timeout = '1s'");
  const reported = reporting.query(`
      select public.report_reminders(jsonb_agg(jsonb_build_object('id', id, 'outcome', outcome)))
        from (select id, (array['gone', 'sent', 'later'])[row_number() over (order by id desc)] as outcome
          from private.reminder_deliveries) as results`);
  await expect(reported).resolves.toHaveLength(1);
  await reporting.end();
  await removing.end();
  expect(await server.query('select from private.push_devices')).toHaveLength(phones);
});

const deletions: [string, DemoPerson, string][] = [
  ['the customer’s account', ana, 'select public.delete_account()'],
  ['its reward', tess, 'delete from public.rewards where id = 1'],
];

test.each(deletions)(
  'the deletion of %s waits for the sender of a message, which goes out',
  async (_what, person, statement) => {
    const phone = await newPhone(ana, ['reward_ready']);
    await asPerson(server, tess, (query) => give(query, { customer: ana }));
    // Another sender is counting; this one has taken the message, and waits for the other.
    const counting = await openAs(server);
    await counting.query("select pg_advisory_xact_lock(hashtextextended('private.reminders', 0))");
    const sender = await openAs(server);
    const taken = sender.query<Taken>('select * from public.take_reminders(50)');
    await waitsForLock(server, sender);
    const deletion = await openAs(server, person);
    const deleted = deletion.query(statement);
    await waitsForLock(server, deletion);
    await counting.end();
    expect((await taken).map(({ endpoint }) => endpoint)).toEqual([phone]);
    await sender.end();
    await deleted;
    await deletion.end();
    expect(await server.query('select from private.reminders')).toEqual([]);
  },
);

test.each(deletions)(
  'the deletion of %s does not hold up anyone’s reminder',
  async (_what, person, statement) => {
    const kinds = ['card_ends', 'event_tomorrow'];
    const [ofAna, ofCy] = [await newPhone(ana, kinds), await newPhone(cy, kinds)];
    await eventTomorrow();
    await server.query(
      "update public.rewards set date_end = now() + interval '2 days' where id = 1",
    );
    // An old reminder, which the sender removes on the way.
    await server.query(
      `insert into private.reminders (user_id, kind, day, reward_id)
        values ($1, 'almost_there', private.app_day(now()) - 31, 1)`,
      [ana.id],
    );
    const deletion = await openAs(server, person);
    await deletion.query(statement);
    const sender = await openAs(server);
    await sender.query("set local lock_timeout = '1s'");
    const taken = sender.query<Taken>('select * from public.take_reminders(50)');
    const sentTo = taken.then((all) =>
      all.map(({ kind, endpoint }) => `${kind} ${endpoint}`).sort(),
    );
    const phones = person === ana ? [ofCy] : [ofAna, ofCy];
    await expect(sentTo).resolves.toEqual(phones.map((phone) => `event_tomorrow ${phone}`).sort());
    await sender.end();
    await deletion.end();
  },
);
