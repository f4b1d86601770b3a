import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { LOCAL_ANON_KEY } from '../keys.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { file, html, type LocalParts, page } from '../pages/page.ts';

/**
 * The store counter: leads to the till that stores use (src/till, served next to the backend), signed
 * in without an email (docs/product.md#our-till).
 */
export function createCounterPages(parts: LocalParts) {
  const openSession = createCounterSessions(parts);
  return async (request: Request, path: string): Promise<Response | null> => {
    switch (`${request.method} ${path}`) {
      case 'GET /local/counter':
        return counterPage(parts);
      case 'GET /local/counter/enter.js':
        return file(
          stripTypeScriptTypes(await readFile(new URL('enter.ts', import.meta.url), 'utf8')),
          'text/javascript',
        );
      case 'POST /local/counter/session': {
        const session = await openSession(Number(await request.text()));
        return session ? Response.json(session) : new Response(null, { status: 404 });
      }
      default:
        return null;
    }
  };
}

async function counterPage({ database }: LocalParts): Promise<Response> {
  const stores = await database.query<{ id: number; name: string; suspended: boolean }>(
    'select id, name, suspended from public.stores order by id',
  );
  const options = stores.map(
    ({ id, name, suspended }) =>
      `<option value="${id}">${html(name)}${suspended ? ' (suspended)' : ''}</option>`,
  );
  return page(
    'Store counter',
    `<p>This is the till that stores use. Here it signs in as somebody who works there, without a mail.</p>
<form>
<label for="store">Store</label>
<select id="store">${options.join('')}</select>
<button>Open the till</button>
</form>
<p id="problem" class="problem" role="alert"></p>`,
    ['/local/counter/enter.js'],
  );
}

/** Signs in as a member of a store with a one-time code, and removes its email. */
function createCounterSessions({ database, origin, forward, mailbox }: LocalParts) {
  const queue = oneAtATime();
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await forward(
      new Request(new URL(path, origin), {
        method: 'POST',
        headers: { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    }
    return response.json();
  };

  /** The session as the auth service gives it, or null if nobody works in that store. */
  const openSession = async (storeId: number): Promise<unknown> => {
    if (!Number.isSafeInteger(storeId)) {
      return null;
    }
    const [member] = await database.query<{ email: string }>(
      `select u.email from public.store_members m join auth.users u on u.id = m.user_id
        where m.store_id = $1 and u.email is not null order by m.created_at, u.id limit 1`,
      [storeId],
    );
    if (!member) {
      return null;
    }
    const { email } = member;
    await post('/auth/v1/otp', { email, create_user: false });
    const token = mailbox.take(email)?.code;
    return post('/auth/v1/verify', { type: 'magiclink', email, token });
  };
  // Two simultaneous sign-ins would make each other's one-time codes invalid.
  return (storeId: number) => queue(() => openSession(storeId));
}
