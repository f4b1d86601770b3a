import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { ORIGIN } from '../database/as.ts';

describe('a backend with limits of its own', () => {
  let strict: Backend;
  const ask = (path: string, body: object) =>
    strict.fetch(
      new Request(new URL(path, ORIGIN), {
        method: 'POST',
        headers: { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  beforeAll(async () => {
    strict = await createBackend({
      origin: ORIGIN,
      seed: false,
      codeGapSeconds: 60,
      jwtExpirySeconds: 120,
      verificationLimit: 3,
    });
  });
  afterAll(() => strict.close());

  test('the configured wait between codes and session length apply', async () => {
    const email = 'zoe@example.com';
    expect((await ask('/auth/v1/otp', { email, create_user: true }))?.status).toBe(200);
    expect((await ask('/auth/v1/otp', { email, create_user: true }))?.status).toBe(429);
    const token = strict.mail(email).at(-1)?.code;
    const verified = await ask('/auth/v1/verify', { type: 'email', email, token });
    expect(await verified?.json()).toMatchObject({ expires_in: 120 });
    expect(await strict.query('select * from stores')).toEqual([]);
  });

  test('after too many tries the right one-time code has to wait too, and the app says why', async () => {
    await strict.reset();
    const email = 'zoe@example.com';
    const { auth } = createClient(ORIGIN, LOCAL_ANON_KEY, {
      global: {
        fetch: async (input, init) =>
          (await strict.fetch(new Request(input, init))) ?? Response.error(),
      },
      auth: { persistSession: false, autoRefreshToken: false },
    });
    await auth.signInWithOtp({ email });
    const right = strict.mail(email).at(-1)?.code ?? '';
    const token = right === '000000' ? '000001' : '000000';
    for (const _ of [1, 2, 3]) await auth.verifyOtp({ email, token, type: 'email' });
    const early = await auth.verifyOtp({ email, token: right, type: 'email' });
    expect(early.error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
    const later = Date.now() + 100_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
    try {
      const { data } = await auth.verifyOtp({ email, token: right, type: 'email' });
      expect(data.user?.email).toBe(email);
      // A link of a mail is counted with the typed codes.
      const link = new Request(`${ORIGIN}/auth/v1/verify?type=magiclink&token=x`);
      expect((await strict.fetch(link))?.status).toBe(429);
    } finally {
      clock.mockRestore();
    }
  });
});
