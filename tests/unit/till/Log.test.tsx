import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { logRefused } from '../../../src/lib/text/en/till-log.ts';
import { Boundary } from '../../../src/till/Boundary.tsx';
import { undoStamps } from '../../../src/till/backend.ts';
import { Log } from '../../../src/till/Log.tsx';
import { tillLog } from '../../../src/till/log-entries.ts';
import { $outcome, serveAt } from '../../../src/till/serving.ts';
import { member, store } from './counter.ts';

vi.mock('../../../src/till/backend.ts', () => ({ Refusal: class {}, undoStamps: vi.fn() }));
vi.mock('../../../src/till/log-entries.ts', () => ({ LOG_PAGE: 2, tillLog: vi.fn() }));

const entry = (id: number) => ({
  ...{ id, happened_at: `2025-11-22T04:00:0${id}Z`, member_id: member.id, call: 'give_stamp' },
  ...{ outcome: 'done', stamp_count: id, customer_id: '', invoice: '', request_id: '' },
  ...{ reward_id: 0, stamp_id: 0, redemption_id: 0, more_refused: 0, canUndo: false },
});

const answers = vi.mocked(tillLog);
const open = (...entries: ReturnType<typeof entry>[]) => {
  answers.mockResolvedValueOnce(entries);
  render(
    <Boundary>
      <Log member={member} store={store} />
    </Boundary>,
  );
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const counts = (...expected: number[]) =>
  waitFor(() =>
    expect(screen.getAllByText(/ given$/).map(({ textContent }) => textContent)).toEqual(
      expected.map((count) => (count === 1 ? '1 stamp given' : `${count} stamps given`)),
    ),
  );

test('a log that could not be refreshed can be refreshed by trying again', async () => {
  open(entry(2), entry(1));
  await counts(2, 1);
  expect(screen.getByRole('status').textContent).toBe('');
  // As the customer reads it, whatever the zone of the store's device.
  expect(screen.getAllByText(/^Nov 22, 2025, 12:00 PM GMT\+8 · by you/)).toHaveLength(2);
  answers.mockRejectedValueOnce(new Error('We couldn’t load the log.'));
  press('Refresh');
  const failure = await screen.findByRole('alert');
  // Near the pressed button, however long the list.
  const isBelow = screen.getByRole('list').compareDocumentPosition(failure);
  expect(isBelow).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  answers.mockResolvedValueOnce([entry(3), entry(2)]);
  press('Try again');
  await counts(3, 2);
  expect(answers).toHaveBeenLastCalledWith(store.id, undefined);
});

test('a day’s refusals beyond those with their own lines are counted in one line', async () => {
  open({ ...entry(1), outcome: 'more_refused', more_refused: 700 });
  await waitFor(() => screen.getByText('700 more refused that day'));
});

test.each([
  ['answered', async () => []],
  [
    'refused',
    async () => {
      throw new Error('We couldn’t load the log.');
    },
  ],
])('stamps stay taken back if an earlier request is %s late', async (_how, answer) => {
  const given = { ...entry(2), stamp_id: 7, canUndo: true };
  open(given, entry(1));
  await counts(2, 1);
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  const late = Promise.withResolvers<never[]>();
  answers.mockReturnValueOnce(late.promise);
  press('Older');
  expect(answers.mock.lastCall?.[1]?.id).toBe(1);
  press('Undo: 2 stamps given');
  vi.mocked(undoStamps).mockResolvedValueOnce({} as never);
  answers.mockResolvedValueOnce([
    { ...entry(3), call: 'undo_stamp', stamp_count: 2, stamp_id: 7 },
    { ...given, canUndo: false },
  ]);
  press('Take back');
  await waitFor(() => screen.getByText('2 stamps taken back'));
  expect(vi.mocked(undoStamps).mock.lastCall).toMatchObject([7, { storeId: store.id }]);
  await act(async () => late.resolve(answer()));
  expect(screen.getByText('2 stamps taken back')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('stamps are taken back even if the log can’t be read again', async () => {
  open({ ...entry(2), stamp_id: 7, canUndo: true });
  await counts(2);
  press('Undo: 2 stamps given');
  vi.mocked(undoStamps).mockResolvedValueOnce({} as never);
  answers.mockRejectedValueOnce(new Error('We couldn’t load the log.'));
  press('Take back');
  await screen.findByRole('alert');
  await counts(2);
  expect(screen.queryByText('One moment…')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Undo|Take back)/ })).toBeNull();
});

test.each([
  [
    'done',
    () => ({ stampId: 7, count: 2, held: 3, goal: null, store: store.name }),
    '2 stamps taken back from Customer 0a1b2c3d, who now has 3 stamps at Kape Tayo.',
  ],
  [
    'refused',
    () => {
      throw new Error('They are used.');
    },
    'Customer 0a1b2c3d: They are used.',
  ],
])(
  'an answer that comes after the log was closed is still reported: %s',
  async (_, answer, words) => {
    serveAt(store);
    open({ ...entry(2), stamp_id: 7, canUndo: true, customer_id: '00000000-0a1b2c3d' });
    await counts(2);
    press('Undo: 2 stamps given');
    const late = Promise.withResolvers<void>();
    vi.mocked(undoStamps).mockReturnValueOnce(late.promise.then(answer));
    vi.mocked(undoStamps).mockClear();
    press('Take back');
    // Until then nothing more can be asked.
    expect(screen.getByText('One moment…').role).toBe('status');
    press('Take back');
    press('Keep');
    expect(undoStamps).toHaveBeenCalledOnce();
    expect(screen.getByText('One moment…')).toBeTruthy();
    cleanup();
    late.resolve();
    await waitFor(() => {
      const said = $outcome.get();
      expect(said?.words(said.customer).join('')).toBe(words);
    });
  },
);

test('a screen that can’t be drawn leaves no empty page, and can be tried again', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  open({ ...entry(1), happened_at: 'soon' });
  await waitFor(() => screen.getByText(/^The till can’t show this/));
  expect(report.mock.calls.join()).toContain('Invalid time value');
  report.mockClear();
  answers.mockResolvedValueOnce([entry(1)]);
  press('Try again');
  await counts(1);
});

test('every refusal that a store can get has plain words in the log', () => {
  const rules = readFileSync('supabase/README.md', 'utf8');
  const [table = ''] = rules.slice(rules.indexOf('| status | word | when |')).split('\n\n');
  const words = [...table.matchAll(/`([a-z_]+)` \|/g)].map(([, word = '']) => word);
  expect(words).toContain('daily_limit');
  expect(words.filter((word) => logRefused('give_stamp', word).includes(word))).toEqual([]);
});

test('a browser that is too old is told so in place of what would fail in it', () => {
  const newest = Object.getOwnPropertyDescriptor(String.prototype, 'toWellFormed') ?? {};
  Reflect.deleteProperty(String.prototype, 'toWellFormed');
  onTestFinished(() => void Object.defineProperty(String.prototype, 'toWellFormed', newest));
  render(<Boundary>The till</Boundary>);
  expect(screen.getByRole('alert').textContent).toMatch(/^This browser is too old for the till\./);
  expect(screen.queryByText('The till')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
