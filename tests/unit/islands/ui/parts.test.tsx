import { existsSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { CardRow } from '../../../../src/islands/home/CardRow.tsx';
import { Address } from '../../../../src/islands/ui/Address.tsx';
import { Banner } from '../../../../src/islands/ui/Banner.tsx';
import { EmptyState } from '../../../../src/islands/ui/EmptyState.tsx';
import { Modal } from '../../../../src/islands/ui/Modal.tsx';
import { Pager } from '../../../../src/islands/ui/Pager.tsx';
import { Skeleton } from '../../../../src/islands/ui/Skeleton.tsx';
import { Tabs } from '../../../../src/islands/ui/Tabs.tsx';

it('Banner interrupts for an error only', () => {
  render(
    <>
      <Banner tone="error">Unable to load rewards.</Banner>
      <Banner tone="success">Redeemed.</Banner>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Unable to load rewards.');
  expect(screen.getByRole('status').textContent).toBe('Redeemed.');
});

it('Address breaks an address before its @ and its dots, and no name', () => {
  const { container } = render(<Address of="ana.reyes@mail.example" />);
  expect(container.innerHTML).toBe('<bdi>ana<wbr>.reyes<wbr>@mail<wbr>.example</bdi>');
  expect(render(<Address of="Ana M. Reyes Jr." />).container.querySelector('wbr')).toBe(null);
});

it('EmptyState has a drawing of each kind', () => {
  for (const illustration of ['card', 'search', 'calendar', 'gift'] as const) {
    const { container } = render(<EmptyState illustration={illustration}>Nothing yet.</EmptyState>);
    const address = container.querySelector('img')?.getAttribute('src');
    expect(existsSync(`public${address}`), String(address)).toBe(true);
  }
});

it('Skeleton draws as many as asked, and says Loading once', () => {
  render(<Skeleton count={4} shape="stamp-card" />);
  const status = screen.getByRole('status');
  const drawing = status.querySelector('[aria-hidden="true"]');
  expect(drawing?.children).toHaveLength(4);
  expect(drawing?.textContent).toBe('');
  expect(status.textContent).toBe('Loading');
});

describe('the pager', () => {
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  it('Pager ends at the first and at the last page', () => {
    const { rerender } = render(<Pager onPage={() => {}} page={1} pages={3} />);
    expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, false]);
    expect(screen.getByRole('status').textContent).toBe('Page 1 of 3');
    rerender(<Pager onPage={() => {}} page={3} pages={3} />);
    expect([button('Previous').disabled, button('Next').disabled]).toEqual([false, true]);
    for (const pages of [0, 1]) {
      rerender(<Pager onPage={() => {}} page={1} pages={pages} />);
      expect(screen.queryByRole('navigation')).toBe(null);
    }
  });

  it.each([
    ['a button that can be pressed', 3, false, () => button('Previous')],
    ['itself, where none can', 2, true, () => screen.getByRole('navigation')],
  ] as const)(
    'Pager leads the focus from a button that is disabled to %s',
    (_, page, disabled, target) => {
      const { rerender } = render(<Pager onPage={() => {}} page={2} pages={3} />);
      button('Next').focus();
      rerender(<Pager disabled={disabled} onPage={() => {}} page={page} pages={3} />);
      expect(document.activeElement).toBe(target());
    },
  );
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

it.each([
  ['key', fireEvent.keyDown],
  ['press', fireEvent.pointerDown],
])('Modal is a modal dialog named by its title, at the latest before the first %s', (_, begin) => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  render(sheet());
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Scan QR Code' });
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  // The choice of the first control is left to its reader.
  expect(dialog.contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.textContent).toContain('Scan QR Code');
  begin(document.body);
  begin(document.body);
  expect(showModal).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
});

it('Modal is closed by the browser before it leaves the page, so that the focus returns', () => {
  const connected: boolean[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    connected.push(this.isConnected);
  });
  const { rerender } = render(sheet());
  rerender(sheet({ open: false }));
  expect(connected).toEqual([true]);
  expect(onClose).not.toHaveBeenCalled();
});

it('Modal asks to be closed on Escape and on the back gesture', () => {
  render(sheet());
  const cancel = new Event('cancel', { cancelable: true });
  // The owner decides when it goes; the browser must not close it by itself.
  expect(fireEvent(screen.getByRole('dialog'), cancel)).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
});

it('Modal asks to be closed on a tap beside it, not on one that begins inside it', () => {
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

it('Modal cannot be closed by any means while it is not closable', () => {
  render(sheet({ closable: false }));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  // A browser that closes it all the same finds it open again.
  dialog.close();
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

test('a mouse goes through the row by arrows, which keys and screen readers do not meet', () => {
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
