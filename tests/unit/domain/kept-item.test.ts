// @vitest-environment node
import { expect, test } from 'vitest';
import type { StoreEvent } from '../../../src/lib/domain/entities.ts';
import {
  calendarEntry,
  calendarFileName,
  itemPath,
  itemWords,
} from '../../../src/lib/domain/kept-item.ts';
import { reward } from './examples.ts';

const MORNING = Date.parse('2026-11-21T02:00:00Z');

const event = (fields: Partial<StoreEvent> = {}) => ({
  kind: 'event' as const,
  event: {
    ...{ id: '2', name: 'Night Market', title: 'Sixty stalls', photo: null },
    ...{ date: '2026-11-23T17:00:00+08:00', ...fields },
  },
});
const offer = (fields: Parameters<typeof reward>[0] = {}) => ({
  kind: 'reward' as const,
  reward: reward({
    id: '7',
    storeId: '3',
    title: 'Free barako',
    storeName: 'Kape Tayo',
    ...fields,
  }),
});

test.each([
  ['an event', event(), '/view-event/2'],
  ['a reward', offer(), '/store/3?reward=7'],
  ['a reward without a store', offer({ storeId: null, storeName: null }), '/redeem?reward=7'],
  ['an odd id', event({ id: 'a/b?c' }), '/view-event/a%2Fb%3Fc'],
])('the link of %s leads to its page', (_, item, path) => {
  expect(itemPath(item)).toBe(path);
});

test.each([
  [event(), 'Night Market · Monday, Nov 23, 2026 · 5:00 PM GMT+8'],
  [event({ date: '2026-11-23' }), 'Night Market · Monday, Nov 23, 2026'],
  [event({ date: null }), 'Night Market'],
  [offer(), 'Free barako at Kape Tayo'],
  [offer({ storeName: null }), 'Free barako'],
])('what is passed on says what it is (%#)', (item, text) => {
  expect(itemWords(item).text).toBe(text);
});

const entry = (item: Parameters<typeof calendarEntry>[0]) => calendarEntry(item, MORNING);

test('an event is entered at its time, without one as its whole day', () => {
  const evening = Date.parse('2026-11-23T09:00:00Z');
  const expected = {
    ...{ id: 'event-2', title: 'Night Market', description: 'Sixty stalls', place: null },
  };
  expect(entry(event())).toEqual({ ...expected, instant: evening, isWholeDay: false });
  expect(entry(event({ date: '2026-11-23' }))).toMatchObject({ isWholeDay: true });
  expect(entry(event({ date: '2026-11-22T16:00:00Z' }))).toMatchObject({ isWholeDay: true });
  expect(entry(event({ date: '2026-11-22T16:01:00Z' }))).toMatchObject({ isWholeDay: false });
});

test('a reward is entered on its last day, the whole of it', () => {
  expect(entry(offer({ dateEnd: '2026-11-30T05:00:00Z' }))).toEqual({
    ...{ id: 'reward-7', title: 'Last day: Free barako', description: null, place: 'Kape Tayo' },
    ...{ instant: Date.parse('2026-11-30T05:00:00Z'), isWholeDay: true },
  });
});

test.each([
  ['a reward without an end', offer({ dateEnd: null })],
  ['a reward whose end cannot be read', offer({ dateEnd: 'infinity' })],
  ['a reward that ended yesterday', offer({ dateEnd: '2026-11-20T15:59:59Z' })],
  ['an event without a date', event({ date: null })],
  ['an event that is over', event({ date: '2026-11-20T10:00:00Z' })],
])('%s has no entry', (_, item) => {
  expect(entry(item)).toBe(null);
});

test('a reward has one until its last day is over', () => {
  expect(entry(offer({ dateEnd: '2026-11-21' }))).not.toBe(null);
  expect(entry(offer({ dateEnd: '2026-11-20T16:00:00Z' }))).not.toBe(null);
});

test.each([
  ['Free kapeng barako', 'free-kapeng-barako.ics'],
  ['Buy 1, get 1: ☕️!', 'buy-1-get-1.ics'],
  ['../../etc/passwd', 'etc-passwd.ics'],
  ['ñandú مقهى', 'ñandú-مقهى.ics'],
  ['☕️', 'stampcard.ics'],
  ['W'.repeat(10_000), `${'w'.repeat(40)}.ics`],
])('the file of %j is called %j', (title, name) => {
  expect(calendarFileName(title)).toBe(name);
});
