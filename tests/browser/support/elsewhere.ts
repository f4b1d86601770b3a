/** The services of the backend that `npm run test:contract` was given; pages of the demo stay as they are. */
import { LOCAL_ANON_KEY } from '../../../local-backend/keys.ts';
import type { Handler } from '../../../scripts/server/static-site.ts';
import { openElsewhere } from '../../contract/backend.ts';
import type { ElsewhereMarked } from '../../contract/elsewhere.ts';
import { openOwner } from '../../contract/owner.ts';
import { SERVICE_KEY } from '../../keys.ts';

export async function asElsewhere(given: ElsewhereMarked) {
  const backend = openElsewhere(given, await openOwner(given.db), SERVICE_KEY);

  const post = async (path: string, body: object): Promise<Response> =>
    backend.fetch(
      new Request(new URL(path, given.url), {
        method: 'POST',
        headers: { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  /** As the demo's counter signs in (local-backend/counter). */
  async function enter(store: string): Promise<Response> {
    const [member] = await backend.query<{ email: string }>(
      `select u.email from public.store_members m join auth.users u on u.id = m.user_id
        where m.store_id = $1 order by u.id limit 1`,
      [store],
    );
    const email = member?.email ?? '';
    await post('/auth/v1/otp', { email, create_user: false });
    const token = (await backend.mail(email)).at(-1)?.code;
    return post('/auth/v1/verify', { type: 'email', email, token });
  }

  return (product: Handler): Handler =>
    async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/local/mail.json') {
        return Response.json(await backend.mail(searchParams.get('to') ?? ''));
      }
      if (pathname === '/local/counter/session') return unpacked(await enter(await request.text()));
      if (!/^\/(auth|rest|storage)\/v1\//.test(pathname)) return product(request);
      return unpacked(await backend.fetch(ofNoPage(request)));
    };
}

/** A request as from a program: its page's origin is this server's, which no backend elsewhere knows. */
export function ofNoPage(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of ['origin', 'referer', 'sec-fetch-site']) headers.delete(name);
  return new Request(request, { headers });
}

/** The whole answer at once, uncompressed: a page that goes away leaves nothing half read. */
export async function unpacked(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
    headers.delete(name);
  }
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers });
}
