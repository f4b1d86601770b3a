import { expect, test } from 'vitest';
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

test('there are six lines about a person', () => {
  expect(values({})).toEqual({
    Account: 'Since Sep 3, 2026, as ana@example.com',
    'Sign-in': 'Google, one-time code',
    'Your cards': '12 stamps at 3 stores',
    Redeemed: '30 stamps for 4 rewards',
    'Your codes': 'Scanned 23 times, last on Nov 21, 2026',
    'Seen by': 'Bahay Panaderya, Kape Tayo, Mga Halo and 3 more',
  });
});

test('the lines about a person are worded for none, one and two', () => {
  const one = { stampsHeld: 1, cards: 1, stampsSpent: 1, redemptions: 1, scans: 1 };
  expect(values({ ...one, lastScanAt: null })).toMatchObject({
    'Your cards': '1 stamp at 1 store',
    Redeemed: '1 stamp for 1 reward',
    'Your codes': 'Scanned 1 time',
  });
  expect(values({ cards: 0, redemptions: 0, scans: 0, seenBy: [], seenByCount: 0 })).toMatchObject({
    'Your cards': 'No stamps yet',
    Redeemed: 'Nothing redeemed yet',
    'Your codes': 'Not scanned yet',
    'Seen by': 'No store yet',
  });
  expect(values({ seenBy: ['A', 'B'], seenByCount: 2 })['Seen by']).toBe('A and B');
  expect(values({ seenBy: ['A'], seenByCount: 1 })['Seen by']).toBe('A');
});

test('the lines about a person leave out what the backend can’t tell', () => {
  const unknown = { stampsSpent: null, redemptions: null, scans: null };
  const told = values({ since: 'soon', waysIn: [], ...unknown }, null);
  expect(Object.keys(told)).toEqual(['Your cards', 'Seen by']);
});

test('the text about deleting an account has numbers, if they are known', () => {
  expect(consequences(about)[0]).toContain('12 stamps at 3 stores');
  for (const none of [{ ...about, stampsHeld: 0 }, undefined]) {
    expect(consequences(none)[0]).toBe('You’ll lose your stamps, rewards and history.');
  }
  expect(consequences({ ...about, worksAt: ['Kape Tayo', 'Sari'] }).join(' ')).toContain(
    'the till at Kape Tayo and Sari.',
  );
});

const data: MyData = {
  at: Date.parse('2026-11-23T02:00:00Z'),
  isComplete: true,
  account: {
    account: {
      ...{ id: 'u1', email: 'ana@example.com', created_at: '2026-09-03T02:00:00Z' },
      user_metadata: { full_name: 'Ana', verified: true, nicknames: ['A', 'B'] },
    },
    ways_in: [{ provider: 'google', email: 'ana@gmail.example', last_sign_in_at: null }],
    sessions: [{ created_at: '2026-11-01T02:00:00Z', user_agent: 'A phone', ip: '192.0.2.7' }],
    works_at: [],
    photos: 'garbage',
  },
  cards: [{ store_id: '3', store_name: 'Kape Tayo', stamp_count: 9, goal: 10 }],
  stamps: [
    { id: '3' },
    { id: '1', created_at: '2026-11-02T02:00:00Z' },
    { id: '2', created_at: '2026-11-03T02:00:00Z' },
    { id: '4', created_at: '2026-11-01T02:00:00Z' },
  ],
  redemptions: [],
  scans: [
    { happened_at: '2026-11-04T02:00:00Z', call: 'give_stamp', outcome: 'daily_limit', error: '' },
  ],
};

test('the page shows everything in the file, newest first, without empty parts', () => {
  expect(dataSections(data)).toEqual([
    {
      title: 'Account',
      lines: [
        ...['Id: u1', 'Email: ana@example.com', 'Created at: Sep 3, 2026, 10:00 AM GMT+8'],
        'User metadata: Full name: Ana · Verified: true · Nicknames: A, B',
      ],
    },
    { title: 'Ways in', lines: ['Provider: google · Email: ana@gmail.example'] },
    {
      title: 'Sessions',
      lines: ['Created at: Nov 1, 2026, 10:00 AM GMT+8 · User agent: A phone · Ip: 192.0.2.7'],
    },
    { title: 'Cards', lines: ['Store id: 3 · Store name: Kape Tayo · Stamp count: 9 · Goal: 10'] },
    {
      title: 'Stamps',
      // In the order of random ids, one without a date.
      lines: ['2', '1', '4', '3'].map((id) => expect.stringMatching(`^Id: ${id}\\b`)),
    },
    {
      title: 'Scans',
      lines: ['Happened at: Nov 4, 2026, 10:00 AM GMT+8 · Call: give_stamp · Outcome: daily_limit'],
    },
  ]);
  expect(dataSections({ ...data, account: { id: 'u1', full_name: 'Ana' } })[0]).toEqual({
    title: 'Account',
    lines: ['Id: u1', 'Full name: Ana'],
  });
});

test('the file has the data as the backend wrote it', () => {
  const { at: _, isComplete: complete, ...parts } = data;
  const made_at = '2026-11-23T02:00:00.000Z';
  expect(JSON.parse(dataFile(data))).toEqual({ source: 'Stampcard', made_at, complete, ...parts });
});
