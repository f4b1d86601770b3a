import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { YourCards } from '../../../src/islands/home/YourCards.tsx';
import { SessionGuard } from '../../../src/islands/screen/SessionGuard.tsx';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { $cardNotice } from '../../../src/lib/state/guest-move.ts';
import { $session } from '../../../src/lib/state/session/session.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { person } from '../domain/examples.ts';

const device = memoryPlatform('/home');
beforeEach(() => {
  setPlatform(device);
  // Code that comes after the screen comes when it is asked for.
  device.whenIdle = () => () => undefined;
});

test('what came of a guest’s card comes into a region that was there before it', () => {
  vi.stubEnv('GUESTS', 'true');
  render(<SessionGuard signedOut="login" />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  act(() => $cardNotice.set({ tone: 'success', text: 'Your 3 stamps are on your card now.' }));
  expect(screen.getByRole('status')).toBe(region);
  expect(region.textContent).toBe('Your 3 stamps are on your card now.');
});

test('the name that one customer began to type is not offered to the next', async () => {
  device.whenIdle = (work) => {
    work();
    return () => undefined;
  };
  const nameless = { fullName: null, displayName: null };
  act(() => $session.set({ status: 'signed-in', person: person({ ...nameless, id: 'ana' }) }));
  render(<YourCards />);
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  fireEvent.change(field, { target: { value: 'Ana' } });
  expect(field.value).toBe('Ana');
  act(() => $session.set({ status: 'signed-in', person: person({ ...nameless, id: 'ben' }) }));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
});
