import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { file, html, page } from '../pages/page.ts';
import type { LocalParts } from '../pages/parts.ts';
import { createCounterSessions } from './session.ts';

/**
 * The store counter: leads to the till that stores use (src/till, served beside the backend), signed
 * in without a mail (docs/product.md#at-the-till).
 */
export function createCounterPages(parts: LocalParts) {
  const sessions = createCounterSessions(parts);
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
        const session = await sessions.open(Number(await request.text()));
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
