import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { WritableAtom } from 'nanostores';
import { Activity, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { CardRow } from '../../../../src/islands/home/CardRow.tsx';
import { StoreSearch } from '../../../../src/islands/home/StoreSearch.tsx';
import { EmailCodeForm } from '../../../../src/islands/login/EmailCodeForm.tsx';
import { LoginPanel } from '../../../../src/islands/login/LoginPanel.tsx';
import { DataDocument } from '../../../../src/islands/profile/DataDocument.tsx';
import { DeleteAccount } from '../../../../src/islands/profile/DeleteAccount.tsx';
import { ScanToRedeemModal } from '../../../../src/islands/redeem/ScanToRedeemModal.tsx';
import { ReadySwitch } from '../../../../src/islands/rewards/ReadySwitch.tsx';
import { OwnName } from '../../../../src/islands/screen/OwnName.tsx';
import { SessionGuard } from '../../../../src/islands/screen/SessionGuard.tsx';
import { ShellActions } from '../../../../src/islands/shell/ShellActions.tsx';
import { StoresScreen } from '../../../../src/islands/stores/StoresScreen.tsx';
import { MonthCalendar } from '../../../../src/islands/transactions/MonthCalendar.tsx';
import { Address } from '../../../../src/islands/ui/Address.tsx';
import { Button } from '../../../../src/islands/ui/Button.tsx';
import { Modal } from '../../../../src/islands/ui/Modal.tsx';
import { Pager } from '../../../../src/islands/ui/Pager.tsx';
import { Tabs } from '../../../../src/islands/ui/Tabs.tsx';
import { REDEMPTION_QR_VALID_MS } from '../../../../src/lib/domain/limits.ts';
import { setPlatform } from '../../../../src/lib/platform/platform.ts';
import { $now } from '../../../../src/lib/state/clock.ts';
import { $collection, $deletion } from '../../../../src/lib/state/my-data.ts';
import { $readyFirst, $readyRewards } from '../../../../src/lib/state/ready-rewards.ts';
import { $redemption } from '../../../../src/lib/state/redeem/redemption-state.ts';
import { $logOutsLeft, $sessionTrouble } from '../../../../src/lib/state/session/session.ts';
import { $signIn } from '../../../../src/lib/state/sign-in.ts';
import { closeCalendar, showMonth } from '../../../../src/lib/state/stamp-days.ts';
import { $near, $openNow, toggleOpenNow } from '../../../../src/lib/state/store-list.ts';
import { memoryPlatform } from '../../../memory-platform.ts';
import { person, reward } from '../../domain/examples.ts';

it('Address breaks an address before its @ and its dots, but never a name', () => {
  const { container } = render(<Address of="ana.reyes@mail.example" />);
  expect(container.innerHTML).toBe('<bdi>ana<wbr>.reyes<wbr>@mail<wbr>.example</bdi>');
  expect(render(<Address of="Ana M. Reyes Jr." />).container.querySelector('wbr')).toBe(null);
});

test('the name form follows a name saved elsewhere, unless another one is being typed', () => {
  const form = (fullName: string | null) => (
    <OwnName person={person({ fullName, displayName: null })} />
  );
  const { rerender } = render(form(null));
  const field = screen.getByRole<HTMLInputElement>('textbox');
  expect(field.value).toBe('');
  rerender(form('Mia Santos'));
  expect(field.value).toBe('Mia Santos');
  fireEvent.change(field, { target: { value: 'Mia' } });
  rerender(form('Mia S.'));
  expect(field.value).toBe('Mia');
});

test('the name form shows the result of a save only while it contains that name', async () => {
  // A question that can be skipped is an answer once it holds a name.
  render(<OwnName person={person()} skippable />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const said = () => screen.getByRole('status').textContent;
  type('Mia');
  fireEvent.submit(field);
  // Nobody is signed in.
  await screen.findByText('We couldn’t save your name.');
  type('Mia S.');
  expect(said()).toBe('');
  type('Mia');
  expect(said()).toBe('We couldn’t save your name.');
});

/** Asks nothing of a backend. */
const still = { ...memoryPlatform(), isBrowser: () => false };

test.each([
  ['a store', <StoreSearch key="field" />],
  ['a person', <OwnName key="field" person={person()} />],
])('the keyboard does not correct the name of %s', (_, fields) => {
  setPlatform(still);
  const page = document.createElement('div');
  page.innerHTML = renderToString(fields);
  const field = page.querySelector('input');
  expect(field?.getAttribute('autocorrect')).toBe('off');
  expect(field?.getAttribute('spellcheck')).toBe('false');
});

test('both choices of stores stay usable while the stores are read', () => {
  setPlatform(still);
  render(<StoresScreen />);
  const areThere = () =>
    ['Near me', 'Open now'].map(
      (name) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled,
    );
  expect(areThere()).toEqual([false, false]);
  act(() => $openNow.set(true));
  expect(areThere()).toEqual([true, true]);
  act(() => $near.set({ status: 'refused' }));
  expect(screen.getByText(/^Your browser didn’t share your location\./)).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Near me', pressed: false })).not.toBeNull();
  act(toggleOpenNow);
  expect(areThere()).toEqual([true, true]);
});

test('the sign-in works without the code that says a log-out is unfinished', async () => {
  setPlatform(still);
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.doMock('../../../../src/islands/login/LogOutNotice.tsx', fetched);
  $logOutsLeft.set(true);
  render(<LoginPanel />);
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  await act(() => vi.dynamicImportSettled());
  const signIn = screen.getByRole('button', { name: 'Continue with Google' });
  expect(signIn.getAttribute('aria-disabled')).toBe('false');
  $logOutsLeft.set(false);
});

describe('on a page that the browser has translated', () => {
  /** Elements take the place of the texts. */
  function translate(page: Element) {
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const found of texts) {
      const translation = document.createElement('span');
      translation.textContent = `¿${found.data}?`;
      found.replaceWith(translation);
    }
  }

  it('the search says what it found', () => {
    setPlatform(still);
    // happy-dom does not know <search>, and React says so.
    const said = vi.spyOn(console, 'error');
    const { container } = render(<StoreSearch />);
    said.mockClear();
    const type = (value: string) =>
      fireEvent.change(screen.getByRole('combobox'), { target: { value } });
    type('store');
    translate(container);
    expect(screen.getByRole('status').textContent).toBe('¿Searching…?');
    // No name has it, so the backend is not asked.
    type('???');
    expect(screen.getByRole('status').textContent).toBe('No stores found.');
  });

  it('‘Ready for me’ can be pressed, and pressed again', () => {
    setPlatform(still);
    ($readyRewards as WritableAtom).set({ status: 'ready', value: [], fresh: true, at: 0 });
    const { container } = render(<ReadySwitch />);
    for (const isPressed of [true, false, true]) {
      translate(container);
      fireEvent.click(screen.getByRole('button'));
      expect(screen.queryByRole('button', { pressed: isPressed })).not.toBeNull();
    }
    $readyFirst.set(false);
  });

  it('each month has its own days', () => {
    setPlatform(still);
    act(() => showMonth('2026-10'));
    render(<MonthCalendar />);
    const month = screen.getByRole('table');
    translate(month);
    act(() => showMonth('2026-11'));
    const days = [...month.querySelectorAll<HTMLElement>('[data-day]')];
    expect(days.map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 30 }, (_, index) => String(index + 1)),
    );
    act(closeCalendar);
  });

  it('a redemption code stays open to its end, and says how long that is', () => {
    setPlatform(still);
    const image = { status: 'loading' } as const;
    const [generatedAt, validUntil] = [0, REDEMPTION_QR_VALID_MS];
    const code = { ...{ id: '1', image, generatedAt, validUntil }, reward: reward({}) };
    $redemption.set({ status: 'open', code: { ...code, renewed: false } });
    render(<ScanToRedeemModal />);
    const timer = screen.getByRole('timer');
    translate(timer);
    act(() => $now.set(REDEMPTION_QR_VALID_MS - 10_000));
    expect(timer.textContent).toBe('Time left 00:10');
  });
});

test('saving everything is confirmed', async () => {
  setPlatform(still);
  const data = { at: Date.parse('2026-11-21T12:00:00+08:00'), isComplete: true, account: {} };
  const none = { cards: [], stamps: [], redemptions: [], scans: [] };
  $collection.set({ status: 'ready', data: { ...data, ...none } });
  render(<DataDocument />);
  fireEvent.click(screen.getByRole('button', { name: 'Download my data' }));
  await screen.findByText('Saved as stampcard-data-2026-11-21.json.');
  $collection.set({ status: 'idle' });
});

test('a session that can’t be renewed is reported, with a button to try again', () => {
  render(<SessionGuard signedOut="login" />);
  act(() => $sessionTrouble.set('Unable to load session.'));
  expect(screen.getByRole('alert').textContent).toContain('Unable to load session.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a button that leaves the page hands its focus to what contains it', () => {
  const sheet = (isThere: boolean) => <div tabIndex={-1}>{isThere && <Button>Save</Button>}</div>;
  const { container, rerender } = render(sheet(true));
  screen.getByRole('button').focus();
  rerender(sheet(false));
  expect(document.activeElement).toBe(container.firstElementChild);
});

describe('the pager', () => {
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  it.each([
    ['a button that can be pressed', 3, false, () => button('Previous')],
    ['itself, if none can', 2, true, () => screen.getByRole('navigation')],
  ] as const)('Pager moves the focus from a disabled button to %s', (_, page, disabled, target) => {
    const { rerender } = render(<Pager disabled={false} onPage={() => {}} page={2} pages={3} />);
    expect(screen.getByRole('status').textContent).toBe('Page 2 of 3');
    button('Next').focus();
    rerender(<Pager disabled={disabled} onPage={() => {}} page={page} pages={3} />);
    expect(document.activeElement).toBe(target());
  });
});

const tabs = [
  { id: 'stamps', label: 'Stamps' },
  { id: 'redemptions', label: 'Redemptions' },
  { id: 'notes', label: 'Notes' },
] as const;

type TabId = (typeof tabs)[number]['id'];

function History() {
  const [selected, setSelected] = useState<TabId>('stamps');
  return (
    <>
      <Tabs
        label="History"
        onSelect={setSelected}
        panelId="panel"
        selected={selected}
        tabs={tabs}
      />
      <div aria-labelledby={`panel-${selected}-tab`} id="panel" role="tabpanel" />
    </>
  );
}

it.each([
  ['ArrowRight', 'Redemptions'],
  ['ArrowLeft', 'Notes'],
  ['End', 'Notes'],
  ['Home', 'Stamps'],
])(
  'Tabs is one stop for the Tab key, and moves the focus and the selection with %s',
  (key, name) => {
    render(<History />);
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    screen.getByRole('tab', { name: 'Stamps' }).focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const tab = screen.getByRole('tab', { name });
    expect(document.activeElement).toBe(tab);
    expect(tab.getAttribute('aria-selected')).toBe('true');
  },
);

const onClose = vi.fn();

const sheet = (look: { open?: boolean; closable?: boolean } = {}) => (
  <Modal onClose={onClose} open title="Scan QR Code" {...look}>
    <button type="button">Inside</button>
  </Modal>
);

beforeEach(() => onClose.mockClear());

it('Modal asks to be closed on a tap outside it, not on one that begins inside it', () => {
  render(sheet());
  const [inside, dialog] = [screen.getByText('Inside'), screen.getByRole('dialog')];
  fireEvent.pointerDown(inside);
  fireEvent.click(inside);
  fireEvent.pointerDown(inside);
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

it('Modal that can’t be closed opens again if the browser closes it, unless its screen was left', () => {
  const onScreen = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>{sheet({ closable: false })}</Activity>
  );
  const { rerender } = render(onScreen('visible'));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.close();
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
  rerender(onScreen('hidden'));
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(false);
  rerender(onScreen('visible'));
  expect(dialog.open).toBe(true);
});

test('a row has arrows for a mouse, which keys and screen readers skip', () => {
  render(
    <CardRow>
      <li>One</li>
    </CardRow>,
  );
  const row = screen.getByRole('list');
  Object.defineProperties(row, { clientWidth: { value: 400 }, scrollWidth: { value: 1000 } });
  const scrollBy = vi.spyOn(row, 'scrollBy').mockReturnValue();
  const arrows = screen.getAllByRole('button', { hidden: true });
  const scrollTo = (scrollLeft: number) => {
    row.scrollLeft = scrollLeft;
    fireEvent.scroll(row);
  };
  // The styles hide the one that leads nowhere.
  const leadNowhere = () => arrows.map((arrow) => (arrow as HTMLButtonElement).disabled);
  expect(leadNowhere()).toEqual([true, false]);
  scrollTo(599.4);
  expect(leadNowhere()).toEqual([false, true]);
  scrollTo(0.4);
  expect(leadNowhere()).toEqual([true, false]);
  scrollTo(300);
  for (const arrow of arrows) fireEvent.click(arrow);
  expect(scrollBy.mock.calls).toEqual([
    [-320, 0],
    [320, 0],
  ]);
  expect(arrows.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1]);
  expect(screen.queryByRole('button')).toBe(null);
});

test('the header’s share button says at the first tap that its sheet can’t be loaded', async () => {
  const device = memoryPlatform('/home');
  setPlatform(device);
  device.whenIdle = () => () => undefined;
  vi.spyOn(device, 'laterStyles').mockRejectedValueOnce(new Error('offline'));
  render(<ShellActions className={undefined} />);
  const button = screen.getByRole('button', { name: 'Share Stampcard' });
  await act(async () => fireEvent.click(button));
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByRole('alert').textContent).toBe('No connection. Please try again.');
  await act(async () => fireEvent.click(button));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Share Stampcard' })).toBeTruthy();
});

test('a code that was sent to one address is not tried for another', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const form = (sentTo: string) => <EmailCodeForm signIn={{ ...$signIn.get(), sentTo }} />;
  const type = (field: string, value: string) =>
    fireEvent.change(screen.getByLabelText(field), { target: { value } });
  const { rerender } = render(form('ana@example.com'));
  type('Email address', 'ana@example.com');
  type('One-time code', '123456');
  expect($signIn.get().busy).toBe('verify');
  $signIn.set({ ...$signIn.get(), busy: null });
  type('Email address', 'ben@example.com');
  rerender(form('ben@example.com'));
  expect($signIn.get().busy).toBeNull();
  type('One-time code', '654321');
  expect($signIn.get().busy).toBe('verify');
});

test.each(['deleting', 'done'] as const)(
  'the sheet for deleting an account can’t be dismissed while its step is %s',
  (step) => {
    render(<DeleteAccount />);
    act(() => $deletion.set({ step }));
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect($deletion.get()).toEqual({ step });
  },
);
