import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ana, ben, cy, dina } from '../../../local-backend/people.ts';
import { useValue } from '../../../src/islands/use-value.ts';
import * as backend from '../../../src/till/backend.ts';
import { LastCustomers, Said } from '../../../src/till/Done.tsx';
import { Serve } from '../../../src/till/Serve.tsx';
import { $serving, nextCustomer, scanned, serveAt } from '../../../src/till/serving.ts';
import { codeOf, redemptionCode, store } from './counter.ts';

vi.mock('../../../src/till/backend.ts', async (importActual) => ({
  ...(await importActual<typeof backend>()),
  giveStamps: vi.fn(),
  readOffer: vi.fn(),
  redeemReward: vi.fn(),
  undoStamps: vi.fn(),
}));

const lost = new backend.Refusal(null, 0);
const noToken = new backend.Refusal({ code: 'PGRST303', message: 'Expired', details: '' }, 401);
const conflict = (message: string, details: string) =>
  new backend.Refusal({ code: 'PT409', message, details }, 409);

function Till() {
  const serving = useValue($serving);
  return (
    <>
      <Said isAlone={false} />
      <LastCustomers store={store} />
      {serving.step !== 'scanning' && <Serve serving={serving} store={store} />}
    </>
  );
}

beforeEach(() => {
  vi.mocked(backend.giveStamps).mockReset();
  serveAt(store);
  scanAna();
  render(<Till />);
});

const scanAna = () => void scanned(codeOf(ana));

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const answered = (thrown: Error) => vi.mocked(backend.giveStamps).mockRejectedValueOnce(thrown);
const fields = () =>
  ['Number of stamps', /^Invoice number/].map((name) => screen.getByLabelText(name));
const areFixed = () => fields().map((field) => (field as HTMLInputElement).readOnly);
const names = () => screen.queryAllByRole('button').map((button) => button.textContent);
const said = (words: string) => waitFor(() => screen.getByText(words, { exact: false }));

test('a request without an answer is repeated unchanged', async () => {
  answered(lost);
  press('Give 1 stamp');
  expect(areFixed()).toEqual([true, true]);
  await said('We got no answer.');
  press('One more');
  expect(areFixed()).toEqual([true, true]);
  answered(noToken);
  press('Try again');
  await said('That didn’t work.');
  expect(areFixed()).toEqual([true, true]);
  answered(conflict('Another invoice.', 'duplicate_invoice'));
  press('Try again');
  await said('Another invoice.');
  const asked = vi.mocked(backend.giveStamps).mock.calls;
  expect(asked).toHaveLength(3);
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[2]).toEqual(asked[0]);
  // It is now known that nothing was given.
  expect(areFixed()).toEqual([false, false]);
});

test('what was typed is kept for a fresh code of the same customer, and for nobody else', async () => {
  const typed = () => fields().map((field) => (field as HTMLInputElement).value);
  press('One more');
  fireEvent.change(fields()[1] as HTMLElement, { target: { value: 'INV-7' } });
  for (const [code, kept] of [
    [codeOf(ana, '2025-11-23T04:00:00Z'), ['2', 'INV-7']],
    [codeOf(ben), ['1', '']],
  ] as const) {
    answered(conflict('Ask them to reopen it.', 'stale_code'));
    press('Give 2 stamps');
    await said('Ask them to reopen it.');
    fields()[1]?.focus();
    act(() => void scanned(code));
    expect(typed()).toEqual(kept);
    expect(document.activeElement?.textContent).toMatch(/^Give/);
  }
});

test('a tap meant for what was in the button’s place before gives nothing', () => {
  const button = screen.getByRole('button', { name: 'Give 1 stamp' });
  // Pressed before the button was there; in Safari 18.1 a click names no pointer.
  fireEvent.click(button, { detail: 1 });
  fireEvent.pointerDown(button, { pointerType: 'touch' });
  fireEvent.click(button, { detail: 1 });
  fireEvent.pointerDown(button, { pointerType: 'mouse' });
  fireEvent.click(button, { detail: 2 });
  expect(backend.giveStamps).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 1 });
  expect(backend.giveStamps).toHaveBeenCalledOnce();
});

test('a request that is on its way can’t be canceled', () => {
  expect(names()).toContain('Cancel');
  vi.mocked(backend.giveStamps).mockReturnValue(new Promise(() => undefined));
  press('Give 1 stamp');
  press('Give 1 stamp');
  expect(backend.giveStamps).toHaveBeenCalledTimes(1);
  expect(names()).not.toContain('Cancel');
  press('Next customer');
  expect($serving.get().step).toBe('scanning');
});

test('what was done is announced in a live region that was already there', async () => {
  const [region] = screen.getAllByRole('status');
  expect(region?.textContent).toBe('');
  const given = { stampId: 7, count: 1, held: 10, goal: 10, store: store.name };
  vi.mocked(backend.giveStamps).mockResolvedValueOnce(given);
  press('Give 1 stamp');
  await said('1 stamp given');
  expect(region?.isConnected).toBe(true);
  expect(screen.getAllByRole('status')).toEqual([region]);
  expect(region?.textContent).toBe(`${ana.name}: 9 → 10 of 10. Card full.`);
  // Scanned again, the customer was just served, and the region says nothing about the one before.
  act(scanAna);
  expect(screen.getByRole('button', { description: /Just served: 1 stamp given\.$/ })).toBeTruthy();
  expect(region?.textContent).toBe('');
});

test('a number that can’t be given is not offered, and the buttons stop at the limits', () => {
  const [count, invoice] = fields();
  const fewer = screen.getByRole('button', { name: 'One fewer' });
  const more = screen.getByRole('button', { name: 'One more' });
  expect([count?.inputMode, invoice?.getAttribute('autocorrect')]).toEqual(['numeric', 'off']);
  const isAtEnd = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
  const type = (value: string) => fireEvent.change(count as HTMLElement, { target: { value } });
  expect([isAtEnd(fewer), isAtEnd(more)]).toEqual([true, false]);
  press('One fewer');
  expect(screen.getByRole('button', { name: 'Give 1 stamp' })).toBeTruthy();
  press('One more');
  const heard = screen.getByText('2 stamps');
  expect([heard.role, isAtEnd(fewer)]).toEqual(['status', false]);
  type('100');
  expect([heard.textContent, isAtEnd(more)]).toEqual(['', true]);
  for (const value of ['0', '', '101', '1.5', '-2']) {
    type(value);
    fireEvent.submit(screen.getByRole('form'));
    expect(screen.getByRole('button', { name: 'Give stamps' })).toBeTruthy();
  }
  expect(backend.giveStamps).not.toHaveBeenCalled();
});

test('stamps for a customer left before the answer are given once, and can be taken back', async () => {
  const answer = Promise.withResolvers<backend.Given>();
  vi.mocked(backend.giveStamps).mockReturnValueOnce(answer.promise);
  press('Give 1 stamp');
  press('Next customer');
  expect(screen.getByRole('listitem').textContent).toBe(`${ana.name} One moment…`);
  act(scanAna);
  press('Give 1 stamp');
  expect(backend.giveStamps).toHaveBeenCalledOnce();
  press('Next customer');
  answer.resolve({ stampId: 7, count: 1, held: 3, goal: 10, store: store.name });
  await waitFor(() => screen.getByRole('button', { name: `Undo: 1 stamp given, ${ana.name}` }));
  expect($serving.get().step).toBe('scanning');
});

test.each([
  ['Refused', conflict('Five a day.', 'daily_limit'), 'Five a day.'],
  ['No answer', lost, 'No answer came. The log shows whether it went through.'],
])(
  '%s: the outcome for a customer who was left is announced, and stays listed',
  async (kept, thrown, words) => {
    const answer = Promise.withResolvers<backend.Given>();
    vi.mocked(backend.giveStamps).mockReturnValueOnce(answer.promise);
    press('Give 1 stamp');
    press('Next customer');
    act(() => void scanned(codeOf(ben)));
    answer.reject(thrown);
    await waitFor(() =>
      expect(screen.getAllByRole('status')[0]?.textContent).toBe(`${ana.name}: ${words}`),
    );
    expect(screen.getByRole('listitem').textContent).toBe(`${ana.name} ${kept}`);
    expect($serving.get().step).toBe('found');
  },
);

test('a customer left without an answer stays listed, and a new scan repeats the same request', async () => {
  answered(lost);
  press('Give 1 stamp');
  await said('it’s safe to try again');
  press('Next customer');
  await said(': No answer came. The log shows whether it went through.');
  expect(screen.getByRole('listitem').textContent).toBe(`${ana.name} No answer`);
  act(scanAna);
  expect(areFixed()).toEqual([true, true]);
  // It is now known that nothing was given, so the next time it is a new request.
  answered(conflict('Five a day.', 'daily_limit'));
  press('Try again');
  await said('Five a day.');
  press('Next customer');
  act(scanAna);
  expect(areFixed()).toEqual([false, false]);
  const [first, again] = vi.mocked(backend.giveStamps).mock.calls;
  expect(again).toEqual(first);
  act(() => serveAt(store));
  expect(screen.getByRole('status').textContent).toBe('');
});

describe('stamps given by mistake', () => {
  const three = { stampId: 7, count: 3, held: 5, goal: null, store: store.name };
  const undo = vi.mocked(backend.undoStamps);
  const UNDO = `Undo: 3 stamps given, ${ana.name}`;

  beforeEach(async () => {
    undo.mockReset();
    vi.mocked(backend.giveStamps).mockResolvedValueOnce(three);
    press('Give 1 stamp');
    // An older backend does not report the goal.
    await said(`, who now has 5 stamps at Kape Tayo.`);
  });

  test('are taken back after a question, and then can’t be taken back again', async () => {
    press(UNDO);
    expect(screen.getByText('Take 3 stamps back?')).toBeTruthy();
    // A second tap in the same place keeps them.
    expect(document.activeElement?.textContent).toBe('Keep');
    press('Keep');
    expect(undo).not.toHaveBeenCalled();
    expect(document.activeElement?.getAttribute('aria-label')).toBe(UNDO);
    press(UNDO);
    undo.mockResolvedValueOnce({ ...three, held: 2 });
    press('Take back');
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe(
        `3 stamps taken back from ${ana.name}, who now has 2 stamps at Kape Tayo.`,
      ),
    );
    expect(undo.mock.calls).toMatchObject([[7, { storeId: 1 }]]);
    expect(names()).toEqual([]);
  });

  test('are taken back again under the same number if no answer came, but not after a refusal', async () => {
    undo.mockRejectedValueOnce(lost);
    press(UNDO);
    press('Take back');
    await said('We got no answer.');
    undo.mockRejectedValueOnce(conflict('They are used.', 'stamps_used'));
    press('Try again');
    await said('They are used.');
    expect(undo.mock.calls[1]).toEqual(undo.mock.calls[0]);
    expect(names()).toEqual([]);
  });

  test('are taken back once if the same customer got them twice', async () => {
    vi.mocked(backend.giveStamps).mockResolvedValueOnce({ ...three, stampId: 8 });
    act(scanAna);
    press('Give 1 stamp');
    const both = () => screen.queryAllByRole('button', { name: UNDO });
    await waitFor(() => expect(both()).toHaveLength(2));
    fireEvent.click(both()[1] as HTMLElement);
    undo.mockResolvedValueOnce(three);
    press('Take back');
    await said('3 stamps taken back from');
    expect(both()).toHaveLength(1);
  });

  test('are announced with their customer’s name if taken back while the next one is served', async () => {
    const answer = Promise.withResolvers<backend.Given>();
    undo.mockReturnValueOnce(answer.promise);
    press(UNDO);
    press('Take back');
    act(scanAna);
    answer.resolve({ ...three, held: 2 });
    await waitFor(() =>
      expect(screen.getAllByRole('status')[0]?.textContent).toContain('taken back from'),
    );
    expect($serving.get().step).toBe('found');
  });

  /** Three others are served before the answer comes. */
  async function leaveTheList(settle: () => void) {
    press(UNDO);
    press('Take back');
    for (const other of [ben, cy, dina]) {
      vi.mocked(backend.giveStamps).mockResolvedValueOnce({ ...three, stampId: 8 });
      act(() => void scanned(codeOf(other)));
      press('Give 1 stamp');
      await said(', who now has 5 stamps');
    }
    settle();
  }
  const isSaid = (words: string) =>
    waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toBe(words));

  test('are announced when taken back from a customer who is no longer listed', async () => {
    const answer = Promise.withResolvers<backend.Given>();
    undo.mockReturnValueOnce(answer.promise);
    await leaveTheList(() => answer.resolve({ ...three, held: 2 }));
    await isSaid(`3 stamps taken back from ${ana.name}, who now has 2 stamps at Kape Tayo.`);
  });

  test.each([
    ['a refusal', conflict('They are used.', 'stamps_used'), 'They are used.'],
    ['no answer', lost, 'No answer came. The log shows whether it went through.'],
  ])('%s is announced for a customer who is no longer listed', async (_what, thrown, words) => {
    const answer = Promise.withResolvers<backend.Given>();
    undo.mockReturnValueOnce(answer.promise);
    await leaveTheList(() => answer.reject(thrown));
    await isSaid(`${ana.name}: ${words}`);
  });

  test('are not announced in the next store when taken back in the one before', async () => {
    const answer = Promise.withResolvers<backend.Given>();
    undo.mockReturnValueOnce(answer.promise);
    press(UNDO);
    press('Take back');
    act(() => serveAt({ ...store, id: 2 }));
    await act(async () => answer.resolve({ ...three, held: 2 }));
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

const offer = { title: 'Free kapeng barako', price: 10, storeId: 1, store: 'Kape Tayo' };
const lie = 'Any milk tea, large (10 stamps)'.repeat(70);
const facts = () => screen.queryAllByRole('definition').map(({ textContent }) => textContent);

/** @param found what the backend has under the reward's number */
function scanCode(found: ReturnType<typeof backend.readOffer>, store_id = '1') {
  vi.mocked(backend.readOffer).mockReset().mockReturnValueOnce(found);
  nextCustomer();
  const lies = { reward_name: lie, store_name: lie, displayName: lie };
  scanned(redemptionCode({ ...lies, store_id }));
}

test('title, price and store are shown as the backend has them, whatever the code says', async () => {
  const answer = Promise.withResolvers<typeof offer>();
  act(() => scanCode(answer.promise));
  await said('Looking up the reward…');
  expect(names()).toEqual(['Cancel']);
  // The heading that had the focus is gone.
  expect(screen.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
  answer.resolve(offer);
  await waitFor(() => expect(facts()).toEqual(['Free kapeng barako', '10 stamps', 'Kape Tayo']));
  expect(backend.readOffer).toHaveBeenCalledExactlyOnceWith('2');
  expect(screen.getByRole('heading').textContent).toMatch(/^Any milk tea, .{1,45}…$/);
  expect(screen.getByRole('button', { name: 'Redeem reward' })).toBe(document.activeElement);
});

test('if a reward can’t be looked up, the till says so and shows the code’s words, shortened', async () => {
  act(() => scanCode(Promise.reject(lost)));
  await said('We couldn’t look up the reward.');
  expect(facts()).toHaveLength(2);
  for (const fact of facts()) expect(fact).toMatch(/^Any milk tea, .{1,45}…$/);
  vi.mocked(backend.redeemReward).mockResolvedValueOnce({ reward: 'Tea', count: 1, held: 0 });
  press('Redeem reward');
  await said('Tea redeemed for 1 stamp by');
});

async function scanOffered(): Promise<void> {
  act(() => scanCode(Promise.resolve(offer)));
  await waitFor(() => expect(names()).toContain('Redeem reward'));
}

test('a code that was not open does not bring back a customer who was left', async () => {
  await scanOffered();
  const answer = Promise.withResolvers<never>();
  vi.mocked(backend.redeemReward).mockReturnValueOnce(answer.promise);
  press('Redeem reward');
  press('Next customer');
  answer.reject(conflict('It’s not open.', 'code_not_open'));
  await said(': It’s not open.');
  expect($serving.get().step).toBe('scanning');
});

test('a till that is faster than the customer’s phone waits for it, until the customer is left', async () => {
  const notOpen = conflict('It’s not open.', 'code_not_open');
  const redeem = vi.mocked(backend.redeemReward).mockReset();
  await scanOffered();
  redeem.mockRejectedValueOnce(notOpen).mockResolvedValueOnce({ reward: 'Tea', count: 1, held: 0 });
  press('Redeem reward');
  await said('Tea redeemed for 1 stamp by');
  await scanOffered();
  redeem.mockReset().mockRejectedValue(notOpen);
  press('Redeem reward');
  await said('Waiting for the customer’s phone');
  press('Next customer');
  await said(': It’s not open.');
  expect(redeem).toHaveBeenCalledOnce();
});

test.each([
  ['names another store', offer, '2', 'This code is for another'],
  ['is really another store’s', { ...offer, storeId: 2 }, '1', 'This code is for another'],
  ['is no longer offered', null, '1', 'This reward is no longer available.'],
])('a code is not redeemed if it %s', async (_what, found, storeId, sentence) => {
  act(() => scanCode(Promise.resolve(found), storeId));
  await waitFor(() => expect(names()).toEqual(['Next customer']));
  expect(facts()).toEqual([]);
  expect(screen.getByRole('alert').textContent).toContain(sentence);
  expect(document.activeElement?.textContent).toBe('Next customer');
});
