import { beforeEach, expect, test } from 'vitest';
import { ana } from '../../local-backend/people.ts';
import { codeFor, freshData, send, signInByCode, sql, visitor } from './as.ts';
import { http } from './http.ts';

beforeEach(freshData);

test('a new address gets an account, and its one-time code works once', async () => {
  const { auth } = visitor();
  const email = 'New.Person@example.com';
  const sent = await auth.signInWithOtp({ email, options: { shouldCreateUser: true } });
  expect(sent.error).toBeNull();
  const token = await codeFor(email);
  expect(token).toMatch(/^\d{6}$/);
  const { data } = await auth.verifyOtp({ email, token, type: 'email' });
  expect(data.session?.user.email).toBe('new.person@example.com');
  const again = await auth.verifyOtp({ email, token, type: 'email' });
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('a one-time code works for ten minutes, or until there is a newer one', async () => {
  const { auth } = visitor();
  await auth.signInWithOtp({ email: ana.email });
  const older = await codeFor(ana.email);
  await auth.signInWithOtp({ email: ana.email });
  const refused = await auth.verifyOtp({ email: ana.email, token: older, type: 'email' });
  expect(refused.error?.code).toBe('otp_expired');
  const code = { email: ana.email, token: await codeFor(ana.email), type: 'email' } as const;
  /** As if it were sent so many seconds earlier. */
  const earlier = (seconds: number) =>
    sql(
      `update auth.users set recovery_sent_at = recovery_sent_at - make_interval(secs => $2)
        where id = $1`,
      [ana.id, seconds],
    );
  await earlier(601);
  const late = await auth.verifyOtp(code);
  expect(late.error?.message).toBe('Token has expired or is invalid');
  await earlier(-21);
  expect((await auth.verifyOtp(code)).data.user?.id).toBe(ana.id);
});

test('a callback that answers no request returns with an error', async () => {
  const response = await send('/auth/v1/callback?state=forged&code=forged');
  const back = new URL(response.headers.get('location') ?? '');
  expect(back.searchParams.get('error_code')).toBe('bad_oauth_state');
});

async function signedIn() {
  const { client, data } = await signInByCode(ana.email);
  return { client, refreshToken: data.session?.refresh_token ?? '' };
}

/** As if the last use of a refresh token were so long ago. */
const usedBefore = (token: string, seconds: number) =>
  sql(
    `update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2)
      where token = $1`,
    [token, seconds],
  );

test('a session is refreshed, and a refresh token used twice is forgiven for ten seconds', async () => {
  const { client, refreshToken } = await signedIn();
  expect(refreshToken).toMatch(/^[a-z0-9]{12}$/);
  const again = () => visitor().auth.refreshSession({ refresh_token: refreshToken });
  const second = await client.auth.refreshSession({ refresh_token: refreshToken });
  expect(second.data.session?.refresh_token).not.toBe(refreshToken);
  // The answer may have been lost, so it is given again.
  expect((await again()).data.session?.refresh_token).toBe(second.data.session?.refresh_token);
  expect((await client.auth.refreshSession()).error).toBeNull();
  const late = await again();
  expect(late.data.user?.id).toBe(ana.id);
  expect(late.data.session?.refresh_token).toMatch(/^[a-z0-9]{12}$/);
  expect(late.data.session?.refresh_token).not.toBe(second.data.session?.refresh_token);
});

test('a refresh token used again later counts as stolen, and the session ends', async () => {
  const { client, refreshToken } = await signedIn();
  await client.auth.refreshSession({ refresh_token: refreshToken });
  const { data } = await client.auth.refreshSession();
  await usedBefore(refreshToken, 11);
  const thief = await visitor().auth.refreshSession({ refresh_token: refreshToken });
  expect(thief.error?.code).toBe('refresh_token_already_used');
  const newest = data.session?.refresh_token ?? '';
  await usedBefore(newest, 11);
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_already_used');
});

test('a session ends with the sign-out', async () => {
  const { client, refreshToken } = await signedIn();
  expect((await client.auth.signOut()).error).toBeNull();
  const { error } = await visitor().auth.refreshSession({ refresh_token: refreshToken });
  expect(error?.code).toBe('refresh_token_not_found');
});

test('an address that no database can hold is refused', async () => {
  const code = { email: 'a\0@example.com', token: '123456', type: 'email' } as const;
  expect([400, 403, 422]).toContain((await visitor().auth.verifyOtp(code)).error?.status);
});

test('a banned person can neither sign in by a code nor renew a session until the ban is over', async () => {
  const { client, refreshToken } = await signedIn();
  const ban = (days: number) =>
    sql('update auth.users set banned_until = now() + make_interval(days => $2) where id = $1', [
      ana.id,
      days,
    ]);
  await ban(1);
  const { auth } = visitor();
  // A code is still sent.
  expect((await auth.signInWithOtp({ email: ana.email })).error).toBeNull();
  const code = { email: ana.email, token: await codeFor(ana.email), type: 'email' } as const;
  const refused = { status: 403, code: 'user_banned', message: 'User is banned' };
  expect((await auth.verifyOtp(code)).error).toMatchObject(refused);
  // An older token lets nobody in either.
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  for (const [path, method] of [['user'], ['logout?scope=local', 'POST']]) {
    const { status, json } = await http(token, `/auth/v1/${path}`, { method: method ?? 'GET' });
    expect([status, json]).toMatchObject([403, { error_code: 'user_banned' }]);
  }
  const renewal = await auth.refreshSession({ refresh_token: refreshToken });
  expect(renewal.error).toMatchObject({ status: 400, code: 'user_banned' });
  await ban(-1);
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await auth.verifyOtp(code)).data.user?.id).toBe(ana.id);
});
