import { describe, expect, onTestFinished, test } from 'vitest';
import { ana, ben, cy, type DemoPerson, dina, mario, tess } from '../../local-backend/people.ts';
import { AT_ANY_HOUR } from '../../local-backend/reminders.ts';
import { as, nameNoSession, sql } from './as.ts';
import {
  answered,
  changeStore,
  customerCode,
  give,
  giveTo,
  MGA_HALO,
  redeemFor,
  undo,
} from './counter.ts';
import {
  goRound,
  KINDS,
  push,
  remindAtAnyHour,
  rowsIn,
  sendDue,
  told,
  tryToTurnOn,
  turnOn,
  waiting,
} from './reminders.ts';

/** Reminders: who turns them on where, and what fills the outbox. */
remindAtAnyHour();

describe('a phone', () => {
  const isOn = async (person: DemoPerson, endpoint: string) => {
    const { data } = await (await as(person)).rpc('push_device', { endpoint }).throwOnError();
    return data[0]?.kinds ?? null;
  };

  test('is told what its owner chose, until they turn it off', async () => {
    const { endpoint } = await turnOn(cy, ['card_ends']);
    expect(await isOn(cy, endpoint)).toEqual(['card_ends']);
    expect(await isOn(ben, endpoint)).toBeNull();
    await (await as(ben)).rpc('drop_push_device', { endpoint }).throwOnError();
    expect(await isOn(cy, endpoint)).toEqual(['card_ends']);
    await (await as(cy)).rpc('drop_push_device', { endpoint }).throwOnError();
    expect(await isOn(cy, endpoint)).toBeNull();
  });

  test('belongs to the next person who turns reminders on there, without what was on its way', async () => {
    const phone = await turnOn(ben);
    await giveTo(ben);
    expect(await waiting()).toHaveLength(1);
    await turnOn(cy, KINDS, phone);
    expect(await isOn(ben, phone.endpoint)).toBeNull();
    expect(await isOn(cy, phone.endpoint)).toHaveLength(KINDS.length);
    await sendDue();
    expect(told()).toEqual([]);
  });

  test('is refused with an address of no push service, with invalid keys, or for unknown kinds', async () => {
    const { keys } = push.subscribe();
    for (const { kinds, ...changed } of [
      { endpoint: 'https://intranet.example/fcm/send/1' },
      { endpoint: 'https://fcm.googleapis.com@intranet.example/1' },
      { endpoint: 'https://not-google.com/fcm/send/1' },
      { endpoint: 'http://fcm.googleapis.com/fcm/send/1' },
      { keys: { ...keys, p256dh: 'BAAA' } },
      { keys: { ...keys, auth: 'AAAA' } },
      { kinds: ['everything'] },
    ] as { kinds?: string[] }[]) {
      const error = await tryToTurnOn(cy, kinds, { ...push.subscribe(), ...changed });
      expect.soft(error, JSON.stringify(changed)).toMatchObject({ details: 'bad_device' });
    }
    expect(await rowsIn('push_devices')).toBe(0);
  });

  test('is accepted from each push service, with a session of its owner', async () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/dZ:APA91b-x_y',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA=',
      'https://web.push.apple.com/QGu-8x',
      'https://wns2-par02p.notify.windows.com/w/?token=BQY%3d',
    ]) {
      await turnOn(cy, KINDS, { ...push.subscribe(), endpoint });
    }
    nameNoSession(cy);
    expect(await tryToTurnOn(cy)).toMatchObject({ details: 'sign_in_first' });
  });

  test('is off once the session it was turned on in has ended, and on again with the next', async () => {
    const phone = await turnOn(cy);
    await sql('update private.push_devices set session_id = gen_random_uuid()');
    expect(await isOn(cy, phone.endpoint)).toBeNull();
    await turnOn(cy, ['card_ends'], phone);
    expect(await isOn(cy, phone.endpoint)).toEqual(['card_ends']);
  });

  test('is forgotten once its owner has saved twenty others', async () => {
    const first = await turnOn(cy);
    for (let phone = 0; phone < 20; phone += 1) await turnOn(cy);
    expect(await rowsIn('push_devices')).toBe(20);
    expect(await isOn(cy, first.endpoint)).toBeNull();
  });
});

describe('stamps', () => {
  test('that fill a card tell of the reward and the store, and where a tap leads', async () => {
    await sql(`insert into rewards (store_id, title, stamps_needed, date_end)
      values (1, 'Over', 1, now() - interval '2 days'), (1, 'A sip of barako', 1, null)`);
    await turnOn(ana);
    await giveTo(ana);
    await sendDue();
    expect(push.all().map(({ message }) => message)).toEqual([
      {
        web_push: 8030,
        notification: expect.objectContaining({
          title: 'Your reward is ready',
          body: 'Free kapeng barako at Kape Tayo. Show your code to get it.',
          navigate: 'http://localhost:4331/redeem?reward=1',
          tag: 'reward_ready',
        }),
        app_badge: 3,
      },
    ]);
    expect(await rowsIn('reminder_deliveries')).toBe(0);
  });

  test.each([
    [7, []],
    [8, ['Almost there']],
  ])('that come to %i of 10 tell: %j', async (stamps, titles) => {
    await turnOn(cy);
    await giveTo(cy, { count: stamps });
    await sendDue();
    expect(told()).toEqual(titles);
  });

  test('tell only of kinds that are on, on each phone of the person', async () => {
    await turnOn(ana, ['almost_there']);
    await turnOn(ana);
    await turnOn(ana);
    await turnOn(ben, []);
    await giveTo(ana);
    await giveTo(ben);
    await sendDue();
    expect(told()).toEqual(['Your reward is ready', 'Your reward is ready']);
  });

  test('tell only one of a kind a day', async () => {
    await turnOn(cy);
    for (const count of [8, 1, 15, 1]) await giveTo(cy, { count });
    await sendDue();
    // The reward it told of is out of reach again, and a smaller one is ready.
    await redeemFor(cy);
    await giveTo(cy);
    await sendDue();
    expect(told()).toEqual(['Your reward is ready']);
  });

  test.each([
    ['before', []],
    ['after', [sendDue]],
  ])('tell of a second card that fills %s a sender has left out the first', async (_, senders) => {
    await turnOn(ana);
    await giveTo(ana);
    await redeemFor(ana);
    for (const sender of senders) expect(await sender()).toEqual([]);
    answered(await give(mario, customerCode(ana), { store: MGA_HALO, count: 5 }));
    await sendDue();
    expect(told()).toEqual(['Your reward is ready']);
    // Of Mga Halo: what was spent at Kape Tayo makes nothing ready.
    expect(push.all()[0]?.message.app_badge).toBe(1);
  });

  test('tell in the morning of a second card that filled in the evening, after the first was redeemed', async () => {
    await sql(AT_ANY_HOUR.replace('select instant', "select instant + interval '1 day'"));
    await turnOn(ana);
    await giveTo(ana);
    await redeemFor(ana);
    answered(await give(mario, customerCode(ana), { store: MGA_HALO, count: 5 }));
    await sql('update private.reminders set day = day - 1');
    await sql('update private.reminder_deliveries set next_at = now()');
    await sql(AT_ANY_HOUR);
    await sendDue();
    expect(told()).toEqual(['Your reward is ready']);
  });

  test('tell of no card that lacks more again by the time of the message', async () => {
    await turnOn(cy);
    await giveTo(cy, { count: 7 });
    const { stamp_id } = await giveTo(cy);
    answered(await undo(tess, stamp_id));
    expect(await sendDue()).toEqual([]);
  });

  test.each<[string, (stamp: unknown) => Promise<unknown>]>([
    ['lost the stamps, which were taken back', async (stamp) => answered(await undo(tess, stamp))],
    ['redeemed meanwhile', () => redeemFor(ana)],
    ['logged out', () => sql('delete from auth.sessions where user_id = $1', [ana.id])],
    ['deleted the account', async () => (await as(ana)).rpc('delete_account').throwOnError()],
    ['no way to get it any more', async () => changeStore({ suspended: true })],
  ])('tell nothing to somebody who has %s', async (_, act) => {
    await turnOn(ana);
    const { stamp_id } = await giveTo(ana);
    expect(await waiting()).toHaveLength(1);
    await act(stamp_id);
    expect(await sendDue()).toEqual([]);
    expect(await rowsIn('reminder_deliveries')).toBe(0);
  });

  test('that a redemption left on the card are no news', async () => {
    await giveTo(cy, { count: 20 });
    await turnOn(cy);
    await redeemFor(cy);
    expect(await waiting()).toEqual([]);
  });

  test('are given even if reminders fail', async () => {
    await turnOn(ana);
    await sql('alter table private.reminders rename to elsewhere');
    onTestFinished(
      async () => void (await sql('alter table private.elsewhere rename to reminders')),
    );
    await giveTo(ana);
  });
});

describe('the day’s round', () => {
  test('tells nobody of an end once the stamps are spent, nor of an event that was put off', async () => {
    await turnOn(ana, ['card_ends', 'event_tomorrow']);
    await goRound(false, async () => new Response(null, { status: 500 }));
    expect(await waiting()).toHaveLength(2);
    await giveTo(ana);
    await redeemFor(ana);
    await sql("update public.events set date = now() + interval '9 days' where id = 1");
    await sql('update private.reminder_deliveries set next_at = now()');
    expect(await sendDue()).toEqual([]);
  });

  test('tells of an end in two days and an event tomorrow, and leaves room for a ready reward', async () => {
    await turnOn(ana);
    await turnOn(cy);
    await goRound(true);
    // Cy holds no stamps whose reward could end.
    expect(told().sort()).toEqual([
      'Ends in 2 days',
      'Rewards for the weekend',
      'Tomorrow in your neighborhood',
      'Tomorrow in your neighborhood',
    ]);
    await giveTo(ana);
    await sendDue();
    expect(told().at(-1)).toBe('Your reward is ready');
    expect(push.all()).toHaveLength(5);
    await sql('update private.reminders set day = day - 1');
    await goRound(true);
    expect(push.all()).toHaveLength(9);
  });

  test('names the largest ready one of several rewards that end', async () => {
    await sql(`insert into rewards (store_id, title, stamps_needed, date_end)
      select 1, needed || ' of 9', needed, now() + interval '2 days' from unnest(array[6, 7, 5]) as needed`);
    await turnOn(ana, ['card_ends']);
    await goRound(false);
    expect(push.all().map(({ message }) => message.notification.body)).toEqual([
      expect.stringContaining('7 of 9'),
    ]);
  });

  test.each([0, 1])('tells of two things after %i messages about a ready reward', async (sent) => {
    await turnOn(ana);
    await giveTo(ana);
    if (sent) await sendDue();
    await goRound(true);
    expect(told()).toHaveLength(3);
  });

  test('names the first event of tomorrow, or what is known of it if its name is blank', async () => {
    await turnOn(cy, ['event_tomorrow']);
    for (const title of ['Sixty stalls', ' ']) {
      await sql('delete from private.reminders');
      await sql("update public.events set name = '', title = $1 where id = 1", [title]);
      await goRound(false);
    }
    const bodies = push.all().map(({ message }) => message.notification.body);
    expect(bodies).toEqual(['Sixty stalls', 'There’s an event tomorrow.']);
  });

  test('is made once a day, and names rewards for the weekend only on Fridays', async () => {
    await turnOn(cy);
    await goRound(false);
    await sendDue();
    expect(told()).toEqual(['Tomorrow in your neighborhood']);
    expect(await sql('select is_done from private.reminder_rounds')).toEqual([{ is_done: true }]);
  });

  test('chooses Friday’s reward so that no store gets chosen by entering another', async () => {
    await turnOn(cy, ['friday_highlights']);
    const chosen = async () => {
      await sql('delete from private.reminders');
      await goRound(true);
      return sql('select w.store_id from private.reminders join rewards w on w.id = reward_id');
    };
    const [first] = await chosen();
    expect(first).toBeDefined();
    await sql(
      "insert into rewards (store_id, title) select id, 'Visit us' from stores where id <> $1",
      [first?.store_id],
    );
    expect(await chosen()).toEqual([first]);
  });

  test('names a reward on Friday even if hardly any store has one', async () => {
    await turnOn(cy, ['friday_highlights']);
    await sql('delete from rewards where id <> 1');
    await sql("insert into stores (name) select 'Store ' || n from generate_series(1, 1000) as n");
    await goRound(true);
    expect(told()).toEqual(['Rewards for the weekend']);
  });

  test('takes so many people at a time, and resumes where it stopped', async () => {
    for (const person of [ana, ben, cy]) await turnOn(person);
    await sql('delete from private.reminder_rounds');
    const counts: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const [row] = await sql<{ n: number }>('select private.queue_daily_reminders(2) as n');
      counts.push(row?.n ?? -1);
    }
    expect(counts).toEqual([2, 1, 0]);
    // The last person may delete their account, so the round does not remember them.
    const rounds = await sql('select is_done, after from private.reminder_rounds');
    expect(rounds).toEqual([{ is_done: true, after: null }]);
  });

  test('removes phones whose owner is signed out', async () => {
    await turnOn(dina);
    await sql('delete from auth.sessions where user_id = $1', [dina.id]);
    await sql('delete from private.reminder_rounds');
    await sql('select private.queue_daily_reminders(10)');
    expect(await rowsIn('push_devices')).toBe(0);
  });
});
