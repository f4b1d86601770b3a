import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Pager } from '../../../../src/islands/ui/Pager.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('Pager says which page is shown and goes one page either way', () => {
  const onPage = vi.fn();
  render(<Pager onPage={onPage} page={2} pages={3} />);
  expect(screen.getByRole('status').textContent).toBe('Page 2 of 3');
  fireEvent.click(button('Previous'));
  fireEvent.click(button('Next'));
  expect(onPage.mock.calls).toEqual([[1], [3]]);
});

it('Pager ends at the first and at the last page', () => {
  const { rerender } = render(<Pager onPage={() => {}} page={1} pages={3} />);
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, false]);
  expect(screen.getByRole('status').textContent).toBe('Page 1 of 3');
  rerender(<Pager onPage={() => {}} page={3} pages={3} />);
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([false, true]);
});

it('Pager disables both while it is told to', () => {
  render(<Pager disabled onPage={() => {}} page={2} pages={3} />);
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, true]);
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

it.each([0, 1])('Pager is not there for %d pages', (pages) => {
  const { container } = render(<Pager onPage={() => {}} page={1} pages={pages} />);
  expect(container.innerHTML).toBe('');
});
