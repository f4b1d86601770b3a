import { AuthApiError } from '@supabase/supabase-js';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { solveCaptcha } from '../../../src/lib/platform/captcha.ts';
import { auth } from '../../../src/till/backend.ts';
import { SignIn } from '../../../src/till/SignIn.tsx';

vi.mock('../../../src/lib/platform/captcha.ts', () => ({ solveCaptcha: vi.fn() }));

// As a build sets it.
vi.hoisted(() =>
  Object.assign(globalThis, { __STAMPCARD_CAPTCHA__: { provider: 'turnstile', siteKey: 'key' } }),
);

const signIn = () => vi.mocked(auth.signInWithOtp);

beforeEach(() => {
  vi.stubEnv('CAPTCHA', 'true');
  const answer = { data: { user: null, session: null }, error: null };
  vi.spyOn(auth, 'signInWithOtp').mockResolvedValue(answer);
  render(<SignIn isEnded={false} />);
  fireEvent.change(screen.getByLabelText('Email address'), {
    target: { value: 'tess@example.com' },
  });
});

// The process runs the next file with the same environment.
afterEach(() => void vi.unstubAllEnvs());

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send login code' }));

test('the till sends the CAPTCHA’s token with its request for a code', async () => {
  vi.mocked(solveCaptcha).mockResolvedValueOnce('token');
  send();
  await waitFor(() => screen.getByLabelText('One-time code'));
  expect(signIn().mock.calls).toEqual([
    [{ email: 'tess@example.com', options: { shouldCreateUser: false, captchaToken: 'token' } }],
  ]);
});

test('an address that was sent a code a moment ago has a field for it', async () => {
  vi.mocked(solveCaptcha).mockResolvedValueOnce('token');
  const soon = 'For security purposes, you can only request this after 43 seconds.';
  const error = new AuthApiError(soon, 429, 'over_email_send_rate_limit');
  signIn().mockResolvedValueOnce({ data: { user: null, session: null }, error });
  send();
  await waitFor(() => screen.getByLabelText('One-time code'));
  expect(screen.getByRole('alert').textContent).toBe(soon);
});

test('a check that a person has to pass is announced in a region that was already there', async () => {
  const before = screen.getAllByRole('status');
  vi.mocked(solveCaptcha).mockImplementationOnce((_captcha, { onShown }) => {
    onShown();
    return new Promise(() => undefined);
  });
  send();
  const words = await screen.findByText('Please confirm below that you’re human.');
  expect(before.some((region) => region.contains(words))).toBe(true);
  // The code is on its way to this address, and no other can be typed for it.
  expect(screen.getByLabelText<HTMLInputElement>('Email address').readOnly).toBe(true);
});

test('a check that is not passed sends no code, and can be tried again', async () => {
  vi.mocked(solveCaptcha).mockRejectedValueOnce(new Error('blocked'));
  send();
  await waitFor(() => screen.getByText(/^We couldn’t check that you’re human/));
  expect(signIn()).not.toHaveBeenCalled();
  const button = screen.getByRole('button', { name: 'Send login code' });
  expect(button.getAttribute('aria-disabled')).toBe('false');
  expect(screen.getByLabelText<HTMLInputElement>('Email address').readOnly).toBe(false);
});

test('an address that is still missing is asked for again, in a new alert', async () => {
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: '' } });
  send();
  const asked = await screen.findByRole('alert');
  expect(asked.textContent).toBe('Please enter your email address.');
  send();
  expect(await screen.findByRole('alert')).not.toBe(asked);
});

test('a code is sent once, for the address in the field, and may be pasted with spaces', async () => {
  vi.mocked(solveCaptcha).mockResolvedValue('token');
  const verify = vi.spyOn(auth, 'verifyOtp').mockRejectedValue(new Error('Wrong code.'));
  const [address, button] = [
    screen.getByLabelText<HTMLInputElement>('Email address'),
    screen.getByRole('button', { name: 'Send login code' }),
  ];
  fireEvent.click(button);
  fireEvent.click(button);
  const code = await screen.findByLabelText<HTMLInputElement>('One-time code');
  expect(signIn()).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(code);
  // The device offers what it has: the address, and the code from the mail.
  expect([address.autocomplete, code.autocomplete]).toEqual(['email', 'one-time-code']);
  expect(address.readOnly).toBe(true);
  fireEvent.change(code, { target: { value: '123 456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify code and sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong code.');
  expect(verify).toHaveBeenCalledWith({
    email: 'tess@example.com',
    token: '123456',
    type: 'email',
  });
  // Nothing of the first code is left for the next address.
  fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(address.readOnly).toBe(false);
});
