import { beforeEach, expect, test } from 'vitest';
import { ana } from '../../local-backend/people.ts';
import { as, codeFor, freshData, mails, ORIGIN, send, sql, visitor } from './as.ts';
import { byCode, byGoogle, card, collect, goThroughGoogle } from './doors.ts';

/** Google sign-ins, and people who use both doors, in a separate file: they need the stand-in for Google. */
beforeEach(freshData);

test('a demo customer returns to the page they left, signed in', async () => {
  const { auth, back } = await goThroughGoogle({ email: ana.email });
  expect(`${back.origin}${back.pathname}`).toBe(`${ORIGIN}/rewards`);
  expect(back.searchParams.get('store_id')).toBe('1');
  const { data } = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '');
  expect(data.user).toMatchObject({
    id: ana.id,
    email: ana.email,
    app_metadata: { provider: 'google' },
    user_metadata: { full_name: ana.name, name: ana.name },
  });
});

test('the code in the address works once, and only with its verifier', async () => {
  const { auth, back } = await goThroughGoogle({ email: ana.email });
  const code = back.searchParams.get('code') ?? '';
  expect((await visitor().auth.exchangeCodeForSession(code)).error).not.toBeNull();
  expect((await auth.exchangeCodeForSession(code)).error).toBeNull();
  expect((await auth.exchangeCodeForSession(code)).error).not.toBeNull();
});

test('a redirect to another site is replaced by this site', async () => {
  const { data } = await visitor().auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: 'https://evil.example/steal', skipBrowserRedirect: true },
  });
  const consentPage = (await send(data.url ?? '')).headers.get('location') ?? '';
  const body = new URLSearchParams({ email: ana.email });
  const chosen = await send(consentPage, { method: 'POST', body });
  const back = await send(chosen.headers.get('location') ?? '');
  expect(new URL(back.headers.get('location') ?? '').origin).toBe(ORIGIN);
});

test('a sign-in that was under way when the account was deleted fails, and makes no account', async () => {
  const { auth, back } = await goThroughGoogle({ email: ana.email });
  await (await as(ana)).rpc('delete_account').throwOnError();
  const code = back.searchParams.get('code') ?? '';
  expect((await auth.exchangeCodeForSession(code)).error).not.toBeNull();
  expect(await sql('select from auth.users where email = $1', [ana.email])).toEqual([]);
});

test('a code that a newcomer asked for opens nothing once Google has signed them in', async () => {
  const email = 'rosa@mail.test';
  const verified = async () => {
    const code = { email, token: await codeFor(email), type: 'email' } as const;
    return (await visitor().auth.verifyOtp(code)).error?.code;
  };
  await visitor().auth.signInWithOtp({ email });
  await byGoogle(email);
  expect(await verified()).toBe('otp_expired');
  // Their address is confirmed by now, so Google does not invalidate the next code.
  await visitor().auth.signInWithOtp({ email });
  await byGoogle(email);
  expect(await verified()).toBeUndefined();
});

/** What docs/decisions/two-doors.md says of one person who signs in by Google and by a code. */
const accounts = () =>
  sql(
    `select email from auth.users where email not like '%@example.com' or email is null
      order by created_at`,
  );

test('Lara writes her address with capital letters at one door or the other: one card', async () => {
  const person = await collect(await byGoogle('Lara.Diaz@Mail.test'), 4);
  expect(await card(await byCode('LARA.diaz@mail.TEST'))).toEqual({ person, stamps: 4 });
  expect(await card(await byGoogle('lara.diaz@mail.test'))).toEqual({ person, stamps: 4 });
  expect(await accounts()).toEqual([{ email: 'lara.diaz@mail.test' }]);
});

test('Nora signs in by Google with a new address: the same card, and no code to that address', async () => {
  const person = await collect(await byGoogle('nora@mail.test'), 5);
  const changed = await byGoogle('nora.new@mail.test', { 'first-email': 'nora@mail.test' });
  expect(await card(changed)).toEqual({ person, stamps: 5 });
  const { data, error } = await visitor().auth.signInWithOtp({ email: 'Nora.New@mail.test' });
  expect([data.session, error]).toEqual([null, null]);
  expect(await mails('nora.new@mail.test')).toEqual([]);
  expect(await accounts()).toEqual([{ email: 'nora@mail.test' }]);
});

test('Olga had a card by a code to the address that her Google account has now: both cards stay', async () => {
  const second = await collect(await byCode('olga.new@mail.test'), 1);
  const first = await collect(await byGoogle('olga@mail.test'), 6);
  const again = await byGoogle('olga.new@mail.test', { 'first-email': 'olga@mail.test' });
  expect(await card(again)).toEqual({ person: first, stamps: 6 });
  const byNew = await byCode('olga.new@mail.test');
  expect(await card(byNew)).toEqual({ person: second, stamps: 1 });
});

test('Pia’s Google account has an address that Google has not verified: no way in to the card there', async () => {
  const person = await collect(await byCode('pia@mail.test'), 2);
  const pia = { name: 'Pia Lim', email: 'pia@mail.test', unverified: '1' };
  const { back } = await goThroughGoogle(pia);
  expect(back.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  expect(back.searchParams.get('code')).toBeNull();
  expect(await card(await byCode('pia@mail.test'))).toEqual({ person, stamps: 2 });
  // As on the hosted service, an account without an address is left behind.
  expect(await accounts()).toEqual([{ email: 'pia@mail.test' }, { email: null }]);
});

test('a password registered for Sol’s address opens nothing, and both doors lead to Sol’s card', async () => {
  const password = 'correct horse battery';
  await visitor().auth.signUp({ email: 'sol@mail.test', password });
  const person = await collect(await byGoogle('sol@mail.test'), 1);
  expect(await card(await byCode('sol@mail.test'))).toEqual({ person, stamps: 1 });
  const { error } = await visitor().auth.signInWithPassword({ email: 'sol@mail.test', password });
  expect(error?.code).toBe('invalid_credentials');
  expect(await accounts()).toHaveLength(1);
});
