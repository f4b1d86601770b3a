// @vitest-environment node
/** Two people on one phone: every value there is belongs to one of them. */
import type { ReadableAtom } from 'nanostores';
import { describe, expect, test } from 'vitest';
import { savedAnswerPrefix } from '../../../src/lib/platform/saved-answer-keys.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { type QueryName, queries } from '../../../src/lib/state/reading/queries.ts';
import { type Answer, hanging, offline, refusal, rows } from '../data/fake-backend.ts';
import './open-code.ts';
import { ben, elsewhere, openPage, pass, settle, show, watch } from './open-page.ts';

/** A text of Ana's that is in every row she gets. */
const HERS = 'Ana’s own';

/** One row that every table's reader understands. */
const row = {
  id: 7,
  store_id: 3,
  title: HERS,
  name: HERS,
  store_name: HERS,
  notes: HERS,
  invoice_or_number: HERS,
  stamp_count: 4,
  ready_id: 7,
  ready_title: HERS,
  stamps_needed: 2,
  metadata: { goal: 8 },
  date: '2026-11-22T02:00:00Z',
  created_at: '2026-11-21T01:00:00Z',
  day: '2026-11-21',
  seen_by: [HERS],
  stores: { id: 3, suspended: false },
};

/** Where each question is asked, and what shows its answer: a module of the state, and its $value. */
const shownBy: Record<QueryName, [path: string, module: string, value: string]> = {
  rewards: ['/rewards', 'rewards', '$rewards'],
  readyRewards: ['/rewards', 'ready-rewards', '$readyRewards'],
  myCards: ['/home', 'my-cards', '$myCards'],
  storeRewards: ['/store/3', 'store', '$storeRewards'],
  anyReward: ['/redeem', 'selection', '$anyReward'],
  nextEvents: ['/home', 'events', '$nextEvents'],
  reward: ['/redeem?reward=7', 'selected-reward', '$selectedReward'],
  events: ['/events', 'events', '$events'],
  event: ['/view-event/7', 'events', '$event'],
  store: ['/store/3', 'store', '$store'],
  progress: ['/store/3', 'store', '$progress'],
  storeList: ['/stores', 'store-list', '$stores'],
  search: ['/home', 'search', '$results'],
  stampsToSpend: ['/redeem?reward=7', 'selection', '$stampsToSpend'],
  stamps: ['/transactions', 'transactions', '$stampGroups'],
  storeStamps: ['/transactions?store=3', 'store-history', '$storeStamps'],
  stampDays: ['/transactions', 'stamp-days', '$stampDays'],
  nearestStamp: ['/transactions', 'nearest-stamp', '$nearestStamp'],
  aboutMe: ['/profile', 'my-data', '$aboutMe'],
  redemptions: ['/transactions', 'transactions', '$redemptions'],
};

/** The values that show an answer, asked for as their screen does. */
async function shownValues(question: QueryName): Promise<ReadableAtom<unknown>[]> {
  const [, module, name] = shownBy[question];
  const state =
    module === 'selection'
      ? await import('../../../src/lib/state/redeem/selection.ts')
      : await import(`../../../src/lib/state/${module}.ts`);
  const values = [state[name]];
  if (question === 'myCards') {
    values.push((await import('../../../src/lib/state/reward-ready.ts')).$isRewardReady);
  }
  if (question === 'stamps') {
    values.push((await import('../../../src/lib/state/listed-day.ts')).$day);
  }
  if (question === 'stampDays') state.showMonth('2026-11');
  if (question === 'nearestStamp') state.$emptyDay.set('2026-11-20');
  if (question === 'search') {
    state.changeQuery('kape');
    show(state.$results);
    state.searchNow();
  }
  return values;
}

const FUNCTIONS = [
  'stamps_held',
  'ready_rewards',
  'my_cards',
  'list_stores',
  'stamp_days',
  'known_about_me',
];

const answerAll = (backend: { answer: (path: string, answer: Answer) => void }, answer: Answer) => {
  for (const { table } of Object.values(queries)) backend.answer(`rest/${table}`, answer);
  for (const name of FUNCTIONS) backend.answer(`rest/rpc/${name}`, answer);
};

/** Answers that hold no text. */
const WITHOUT_TEXT: Partial<Record<QueryName, RegExp>> = {
  progress: /"total":4/,
  stampDays: /"2026-11-21"/,
};

/** Ana's page, with her answer on the screen, and everything it shows from here on. */
async function anasPage(query: QueryName) {
  const page = await openPage(shownBy[query][0]);
  answerAll(page.backend, rows([row]));
  const watched = await shownValues(query);
  const seen: string[] = [];
  const [$value] = watched;
  for (const $one of watched) $one.listen((value) => seen.push(JSON.stringify(value)));
  await settle();
  const shown = () => JSON.stringify($value?.get());
  expect(shown()).toContain('"status":"ready"');
  expect(shown()).toMatch(WITHOUT_TEXT[query] ?? new RegExp(HERS));
  return { ...page, seen, shown };
}

const names = Object.keys(queries) as QueryName[];

describe.each(names)('the answer to %s', (question) => {
  test.each([
    ['is slow', hanging],
    ['fails', offline],
    ['is refused', refusal(403, { message: 'No.' })],
  ])(
    'Ana’s answer is not shown to Ben, not even for a moment, while his own %s',
    async (_, answer) => {
      const { backend, device, seen, shown } = await anasPage(question);
      const before = shown();
      answerAll(backend, answer);
      seen.length = 0;
      elsewhere({ device }, ben);
      for (const value of [shown(), ...seen]) {
        expect(value).not.toContain(HERS);
        expect(value).not.toBe(before);
      }
      await pass(16_000);
      expect([shown(), ...seen].join()).not.toContain(HERS);
      if (WITHOUT_TEXT[question]) expect(shown()).not.toMatch(WITHOUT_TEXT[question]);
    },
  );

  test('an answer is gone after a log-out in another tab, before anyone else signs in', async () => {
    const { backend, device, seen, shown } = await anasPage(question);
    answerAll(backend, hanging);
    seen.length = 0;
    elsewhere({ device }, null);
    const isOpen = 'open' in queries[question];
    expect(shown()).toBe(JSON.stringify({ status: isOpen ? 'loading' : 'idle' }));
    elsewhere({ device }, ben);
    await settle();
    expect([shown(), ...seen].join()).not.toContain(HERS);
  });

  test('an answer that comes after Ana has gone is neither shown nor saved', async () => {
    const page = await openPage(shownBy[question][0]);
    const late = Promise.withResolvers<void>();
    answerAll(page.backend, async (asked) => {
      await late.promise;
      return rows([row])(asked);
    });
    const watched = await shownValues(question);
    await watch(...watched);
    answerAll(page.backend, hanging);
    elsewhere(page, ben);
    late.resolve();
    await settle();
    expect(JSON.stringify(watched.map(($one) => $one.get()))).not.toContain(HERS);
    const values = page.device.localStorage.keys().map((key) => page.device.localStorage.get(key));
    expect(values.join()).not.toContain(HERS);
  });

  test('an answer is saved for Ana alone, if at all, and gone once Ben was here', async () => {
    const { device } = await anasPage(question);
    const savedKeys = () =>
      device.localStorage.keys().filter((key) => key.startsWith(storageKeys.savedAnswers));
    expect(savedKeys().some((key) => key.includes(`.ana.${question}[`))).toBe(
      queries[question].saved,
    );
    expect(savedKeys().every((key) => key.startsWith(savedAnswerPrefix('ana')))).toBe(true);
    elsewhere({ device }, ben);
    expect(savedKeys().filter((key) => key.includes('.ana.'))).toEqual([]);
  });
});

test.each([
  ['another person signs in', ben],
  ['its owner logs out', null],
])('the open stamp code and the open month are closed when %s in another tab', async (_, next) => {
  const { device } = await openPage('/transactions');
  const { $stampCode, openStampCode } = await import('../../../src/lib/state/codes/stamp-code.ts');
  const { $month, showMonth } = await import('../../../src/lib/state/stamp-days.ts');
  await openStampCode();
  showMonth('2026-11');
  expect($stampCode.get()).toMatchObject({ open: true, image: { status: 'ready' } });
  elsewhere({ device }, next);
  expect([$stampCode.get(), $month.get()]).toEqual([{ open: false }, null]);
  expect(device.screenLocks()).toBe(0);
});

test('a stamp given to Ana is not shown to Ben', async () => {
  const page = await openPage('/home');
  page.backend.answer('rest/stamps', rows([row]));
  const { $landing } = await import('../../../src/lib/state/codes/landing.ts');
  const { openStampCode } = await import('../../../src/lib/state/codes/stamp-code.ts');
  await openStampCode();
  await pass(1500);
  page.backend.answer(
    'rest/stamps',
    rows([{ ...row, id: 8, created_at: '2026-11-21T02:00:00Z' }, row]),
  );
  await pass(1500);
  expect($landing.get()).toMatchObject({ storeName: HERS, given: 4 });
  elsewhere(page, ben);
  expect($landing.get()).toBe(null);
});
