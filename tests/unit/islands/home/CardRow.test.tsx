import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CardRow } from '../../../../src/islands/home/CardRow.tsx';

test('a mouse goes through the row by arrows, which keys and screen readers do not meet', () => {
  render(
    <CardRow>
      <li>One</li>
    </CardRow>,
  );
  const row = screen.getByRole('list');
  Object.defineProperty(row, 'clientWidth', { value: 400 });
  const scrollBy = vi.spyOn(row, 'scrollBy').mockReturnValue();
  const arrows = screen.getAllByRole('button', { hidden: true });
  for (const arrow of arrows) fireEvent.click(arrow);
  expect(scrollBy.mock.calls).toEqual([
    [-320, 0],
    [320, 0],
  ]);
  expect(arrows.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1]);
  expect(screen.queryByRole('button')).toBe(null);
});
