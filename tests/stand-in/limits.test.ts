import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { ORIGIN } from '../database/as.ts';

let strict: Backend;

const fetchFrom = async (input: RequestInfo | URL, init?: RequestInit) =>
  (await strict.fetch(new Request(input, init))) ?? Response.error();

beforeAll(async () => {
  strict = await createBackend({
    ...{ origin: ORIGIN, seed: false },
    ...{ codeGapSeconds: 60, jwtExpirySeconds: 120, verificationLimit: 3 },
  });
});
afterAll(() => strict.close());

test('a backend keeps to its own wait between codes, length of a session and number of tries', async () => {
  const email = 'zoe@example.com';
  const { auth } = createClient(ORIGIN, LOCAL_ANON_KEY, {
    global: { fetch: fetchFrom },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  expect((await auth.signInWithOtp({ email })).error).toBeNull();
  expect((await auth.signInWithOtp({ email })).error?.status).toBe(429);
  const right = strict.mail(email).at(-1)?.code ?? '';
  const token = right === '000000' ? '000001' : '000000';
  for (const _ of [1, 2, 3]) await auth.verifyOtp({ email, token, type: 'email' });
  const early = await auth.verifyOtp({ email, token: right, type: 'email' });
  expect(early.error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  });
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 100_000);
  try {
    const { data } = await auth.verifyOtp({ email, token: right, type: 'email' });
    expect(data).toMatchObject({ user: { email }, session: { expires_in: 120 } });
    // A link of a mail is counted with the typed codes.
    const link = `${ORIGIN}/auth/v1/verify?type=magiclink&token=x`;
    expect((await fetchFrom(link)).status).toBe(429);
  } finally {
    clock.mockRestore();
  }
  expect(await strict.query('select * from stores')).toEqual([]);
});
