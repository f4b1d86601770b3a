import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from '../../../../src/islands/ui/Tabs.tsx';

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

const tab = (name: string) => screen.getByRole('tab', { name });

/** Presses a key where the focus is. */
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('Tabs names the list, marks the selected tab and labels the panel', () => {
  render(<History />);
  expect(screen.getByRole('tablist', { name: 'History' })).toBeTruthy();
  expect(tab('Stamps').getAttribute('aria-selected')).toBe('true');
  expect(tab('Redemptions').getAttribute('aria-selected')).toBe('false');
  expect(screen.getByRole('tabpanel', { name: 'Stamps' })).toBeTruthy();
  expect(tab('Stamps').getAttribute('aria-controls')).toBe('panel');
});

it('Tabs selects on a tap', () => {
  render(<History />);
  fireEvent.click(tab('Redemptions'));
  expect(screen.getByRole('tabpanel', { name: 'Redemptions' })).toBeTruthy();
});

it('Tabs is one stop for the Tab key', () => {
  render(<History />);
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
});

it.each([
  ['ArrowRight', 'Redemptions'],
  ['ArrowLeft', 'Notes'],
  ['End', 'Notes'],
  ['Home', 'Stamps'],
])('Tabs moves the focus and the selection with %s', (key, expected) => {
  render(<History />);
  tab('Stamps').focus();
  press(key);
  expect(document.activeElement).toBe(tab(expected));
  expect(tab(expected).getAttribute('aria-selected')).toBe('true');
});

it('Tabs goes round at the end', () => {
  render(<History />);
  tab('Stamps').focus();
  press('End');
  press('ArrowRight');
  expect(document.activeElement).toBe(tab('Stamps'));
});

it('Tabs leaves other keys to the browser', () => {
  render(<History />);
  tab('Stamps').focus();
  expect(press('ArrowDown')).toBe(true);
  expect(tab('Stamps').getAttribute('aria-selected')).toBe('true');
});
