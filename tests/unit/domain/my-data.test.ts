import { describe, expect, test } from 'vitest';
import {
  type AboutMe,
  aboutMeLines,
  consequences,
  dataFile,
  dataSections,
  type MyData,
} from '../../../src/lib/domain/my-data.ts';

const about: AboutMe = {
  since: '2026-09-03T02:00:00Z',
  waysIn: ['google', 'email'],
  stampsHeld: 12,
  cards: 3,
  stampsSpent: 30,
  redemptions: 4,
  scans: 23,
  lastScanAt: '2026-11-21T02:24:00Z',
  seenBy: ['Bahay Panaderya', 'Kape Tayo', 'Mga Halo', 'Sari'],
  seenByCount: 6,
  worksAt: [],
};

const values = (changes: Partial<AboutMe>, email: string | null = 'ana@example.com') =>
  Object.fromEntries(
    aboutMeLines({ ...about, ...changes }, email).map(({ term, value }) => [term, value]),
  );

describe('the lines about a person', () => {
  test('are six', () => {
    expect(values({})).toEqual({
      Account: 'Since Sep 3, 2026, as ana@example.com',
      'Ways in': 'Google, one-time code',
      'Your cards': '12 stamps at 3 stores',
      Used: '30 stamps for 4 rewards',
      'Your codes': 'Scanned 23 times, the last on Nov 21, 2026',
      'Seen by': 'Bahay Panaderya, Kape Tayo, Mga Halo and 3 more',
    });
  });

  test('count one, two and none in words', () => {
    expect(
      values({
        stampsHeld: 1,
        cards: 1,
        stampsSpent: 1,
        redemptions: 1,
        scans: 1,
        lastScanAt: null,
      }),
    ).toMatchObject({
      'Your cards': '1 stamp at 1 store',
      Used: '1 stamp for 1 reward',
      'Your codes': 'Scanned 1 time',
    });
    expect(
      values({ cards: 0, redemptions: 0, scans: 0, seenBy: [], seenByCount: 0 }),
    ).toMatchObject({
      'Your cards': 'No stamps yet',
      Used: 'Nothing redeemed yet',
      'Your codes': 'Not scanned yet',
      'Seen by': 'No store yet',
    });
    expect(values({ seenBy: ['A', 'B'], seenByCount: 2 })['Seen by']).toBe('A and B');
    expect(values({ seenBy: ['A'], seenByCount: 1 })['Seen by']).toBe('A');
  });

  test('leave out what the backend can’t tell', () => {
    expect(
      Object.keys(
        values(
          { since: 'soon', waysIn: [], stampsSpent: null, redemptions: null, scans: null },
          null,
        ),
      ),
    ).toEqual(['Your cards', 'Seen by']);
  });
});

test('what is lost with the account is named by number', () => {
  expect(consequences(about)[0]).toContain('12 stamps at 3 stores');
  expect(consequences({ ...about, stampsHeld: 0 })[0]).toBe(
    'Your stamps, rewards and history are gone.',
  );
  expect(consequences(undefined)[0]).toBe('Your stamps, rewards and history are gone.');
  expect(consequences({ ...about, worksAt: ['Kape Tayo', 'Sari'] }).join(' ')).toContain(
    'the till at Kape Tayo and Sari.',
  );
});

const data: MyData = {
  at: Date.parse('2026-11-23T02:00:00Z'),
  isComplete: true,
  account: {
    account: { id: 'u1', email: 'ana@example.com', created_at: '2026-09-03T02:00:00Z' },
    ways_in: [{ provider: 'google', email: 'ana@gmail.example', last_sign_in_at: null }],
    sessions: [{ created_at: '2026-11-01T02:00:00Z', user_agent: 'A phone', ip: '192.0.2.7' }],
    works_at: [],
    open_codes: [{ opened_at: '2026-11-20T02:00:00Z', reward_id: 7, stamps_needed: 10 }],
    till_answers: [{ created_at: '2026-11-20T02:00:00Z', answer: { store_name: 'Kape Tayo' } }],
    photos: 'garbage',
  },
  cards: [{ store_id: '3', store_name: 'Kape Tayo', stamp_count: 9, goal: 10 }],
  stamps: [
    { id: 1, created_at: '2026-11-01T02:00:00Z', store_name: 'Kape Tayo', stamp_count: 1 },
    {
      ...{ id: 2, created_at: '2026-11-02T02:00:00Z', store_id: 4, stamp_count: 3 },
      ...{ invoice_or_number: 'A-7', redemption_id: 5 },
    },
  ],
  redemptions: [
    {
      ...{ redeemed_at: '2026-11-03T02:00:00Z', store_name: 'Kape Tayo', stamps_spent: 10 },
      ...{ reward_title: 'Free coffee', notes: 'No sugar' },
    },
  ],
  scans: [
    { happened_at: null, store_name: 'Kape Tayo', call: 'redeem_reward', outcome: 'done' },
    {
      ...{ happened_at: '2026-11-04T02:00:00Z', store_name: 'Sari', call: 'give_stamp' },
      ...{ outcome: 'daily_limit', stamp_count: 5, invoice: 'B-1' },
    },
    {
      ...{ happened_at: '2026-11-03T02:00:00Z', store_name: 'Sari', call: 'undo_stamp' },
      ...{ outcome: 'done', stamp_count: 3, invoice: null },
    },
  ],
};

test('everything is read as text, the newest first, without empty parts', () => {
  expect(dataSections(data)).toEqual([
    {
      title: 'Account',
      lines: ['Email: ana@example.com', 'Account number: u1', 'Since: Sep 3, 2026, 10:00 AM GMT+8'],
    },
    { title: 'Ways to sign in', lines: ['Google · ana@gmail.example'] },
    { title: 'Signed in on', lines: ['Nov 1, 2026, 10:00 AM GMT+8 · A phone · 192.0.2.7'] },
    {
      title: 'Reward codes you opened',
      lines: ['Nov 20, 2026, 10:00 AM GMT+8 · reward 7 · 10 stamps needed'],
    },
    {
      title: 'Answers kept for the tills, for seven days',
      lines: ['Nov 20, 2026, 10:00 AM GMT+8 · Kape Tayo'],
    },
    { title: 'Your cards', lines: ['Kape Tayo · 9 of 10 stamps'] },
    {
      title: 'Stamps',
      lines: [
        'Nov 2, 2026, 10:00 AM GMT+8 · Store 4 · 3 stamps · Invoice #: A-7 · used',
        'Nov 1, 2026, 10:00 AM GMT+8 · Kape Tayo · 1 stamp',
      ],
    },
    {
      title: 'Redemptions',
      lines: ['Nov 3, 2026, 10:00 AM GMT+8 · Kape Tayo · Free coffee · 10 stamps · No sugar'],
    },
    {
      title: 'Scans of your codes',
      lines: [
        'Nov 4, 2026, 10:00 AM GMT+8 · Sari · your stamp code · 5 stamps · Invoice #: B-1 · refused: daily limit',
        'Nov 3, 2026, 10:00 AM GMT+8 · Sari · taken back by the store · 3 stamps',
        'Kape Tayo · a reward’s code',
      ],
    },
  ]);
});

test('what came in the order of random ids is read by its dates, the newest first', () => {
  const stamps = ['2026-11-02', '2026-11-04', '2026-11-01', '2026-11-03'].map((day, index) => ({
    id: `${index}f9d-uuid`,
    created_at: `${day}T02:00:00Z`,
  }));
  const printed = dataSections({ ...data, stamps }).find(({ title }) => title === 'Stamps');
  expect(printed?.lines.map((line) => line.slice(0, 6))).toEqual([
    'Nov 4,',
    'Nov 3,',
    'Nov 2,',
    'Nov 1,',
  ]);
});

test('the file holds the same, as the backend wrote it', () => {
  const { at: _, isComplete: __, ...parts } = data;
  expect(JSON.parse(dataFile(data))).toEqual({
    source: 'Stampcard',
    made_at: '2026-11-23T02:00:00.000Z',
    complete: true,
    ...parts,
  });
});
