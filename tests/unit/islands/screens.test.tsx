import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SessionGuard } from '../../../src/islands/screen/SessionGuard.tsx';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { $cardNotice } from '../../../src/lib/state/guest-move.ts';
import { memoryPlatform } from '../../memory-platform.ts';

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
