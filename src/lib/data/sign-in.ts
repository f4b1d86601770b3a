/** The auth calls of /login (docs/product.md#calls). Errors are DataErrors with the text to show. */
import type { Provider } from '@supabase/supabase-js';
import { codeRefused } from '#text/login.ts';
import { authErrors, spotifyFailed } from '#text/messages.ts';
import type { Person } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import { afterLogOuts, prepareCard } from './auth.ts';
import { DataError } from './data-error.ts';
import { isCardUnprepared, noteGuest } from './guest-card.ts';
import { request } from './request.ts';
import { personOf } from './stored-session.ts';
import { loadAuthModule } from './token-refresh.ts';

/** Leaves for the provider's consent page, which leads back to `returnTo`, an address of this site. */
async function signInWithProvider(
  provider: Provider,
  fallback: string,
  returnTo: string,
  scopes?: string,
) {
  const options = {
    redirectTo: returnTo,
    skipBrowserRedirect: true,
    ...(scopes === undefined ? {} : { scopes }),
  };
  const { data } = await request(fallback, async () =>
    (await loadAuthModule()).auth.signInWithOAuth({ provider, options }),
  );
  const address = data.url ?? returnTo;
  await request(fallback, async () => (await loadAuthModule()).checkProviderRedirect(address));
  platform().open(address);
}

export const signInWithGoogle = (returnTo: string): Promise<void> =>
  signInWithProvider('google', authErrors.google, returnTo);

/** @public No screen offers it: its button is hidden. */
export const signInWithSpotify = (returnTo: string): Promise<void> =>
  signInWithProvider('spotify', spotifyFailed, returnTo, 'user-read-email user-read-private');

/**
 * Sends a one-time code; a new address becomes a new customer. Also how a code is sent again.
 *
 * @param captcha a token if the host asks for one; it is good once
 */
export async function sendCode(
  email: string,
  returnTo: string,
  fallback: string,
  captcha?: { captchaToken: string },
): Promise<void> {
  await request(fallback, async () =>
    (await loadAuthModule()).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: true, emailRedirectTo: returnTo, ...captcha },
    }),
  );
}

export async function verifyCode(
  email: string,
  token: string,
  fallback: string = authErrors.verifyCode,
): Promise<Person> {
  if (import.meta.env.GUESTS && isCardUnprepared()) await prepareCard();
  const { data } = await afterLogOuts(() =>
    request(fallback, async () =>
      (await loadAuthModule()).auth.verifyOtp({ email, token, type: 'email' }),
    ).catch((failure: DataError) => {
      const { status, code } = failure;
      throw code === 'otp_expired' ? new DataError(codeRefused, status, code) : failure;
    }),
  );
  const verified = personOf(data.user);
  if (!verified) throw new DataError(fallback);
  return verified;
}

/**
 * Starts a session without an account, if the project allows it.
 *
 * @param captcha a token if the host asks for one; it is good once
 */
export async function signInAsGuest(
  fallback: string,
  captcha?: { captchaToken: string },
): Promise<void> {
  const { data } = await afterLogOuts(() =>
    request(fallback, async () =>
      (await loadAuthModule()).auth.signInAnonymously({ options: { ...captcha } }),
    ),
  );
  const guest = personOf(data.user);
  if (!guest?.isGuest) throw new DataError(fallback);
  noteGuest(guest.id);
}
