/** The name that a person gives themselves, kept with their account. */
import { failed } from '#text/own-name.ts';
import type { Id } from '../domain/entities.ts';
import { DataError } from './data-error.ts';
import { request } from './request.ts';
import { storedSession } from './stored-session.ts';
import { loadAuthModule } from './token-refresh.ts';

/**
 * When people sign in with Google, each sign-in overwrites Google's `full_name`: the chosen name is kept
 * next to it, and read first (stored-session.ts).
 *
 * @throws DataError if somebody else has signed in meanwhile, in another tab
 */
export async function saveOwnName(personId: Id, name: string): Promise<void> {
  await request(failed, async () => {
    const { auth, refreshRejectedToken, requireSession } = await loadAuthModule();
    const save = async () => {
      await requireSession(failed);
      if (storedSession()?.person.id !== personId) throw new DataError(failed);
      return auth.updateUser({ data: { full_name: name, chosen_name: name } });
    };
    const reply = await save();
    // The token was refused (403), or its session has ended, which the client calls 400.
    if (![400, 403].includes(reply.error?.status ?? 0)) return reply;
    await refreshRejectedToken(failed);
    return save();
  });
}
