import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { file, html, page } from '../pages/page.ts';
import type { LocalParts } from '../pages/parts.ts';
import { readCode } from './read-code.ts';
import { createCounterSessions } from './session.ts';

/** The store counter: stands in for the merchant site's till (docs/product.md#at-the-till). */
export function createCounterPages(parts: LocalParts) {
  const sessions = createCounterSessions(parts);
  return async (request: Request, path: string): Promise<Response | null> => {
    switch (`${request.method} ${path}`) {
      case 'GET /local/counter':
        return counterPage(parts, new URL(request.url).searchParams.get('store'));
      case 'GET /local/counter/jsqr.js':
        return file(await source(createRequire(import.meta.url).resolve('jsqr')), SCRIPT);
      case 'GET /local/counter/client.js':
        return script('client.ts');
      case 'GET /local/counter/scan.js':
        return script('scan.ts');
      case 'POST /local/counter/session': {
        const session = await sessions.open(Number(await request.text()));
        return session ? Response.json(session) : new Response(null, { status: 404 });
      }
      case 'POST /local/counter/read':
        return Response.json(readCode(await request.text()));
      default:
        return null;
    }
  };
}

const SCRIPT = 'text/javascript';

const source = (path: string | URL) => readFile(path, 'utf8');

async function script(name: string): Promise<Response> {
  // Loaded when the counter is opened: it is large, and the app never needs it.
  const { default: typescript } = await import('typescript');
  const { outputText } = typescript.transpileModule(await source(new URL(name, import.meta.url)), {
    compilerOptions: { target: typescript.ScriptTarget.ESNext },
  });
  return file(outputText.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'"), SCRIPT);
}

async function counterPage({ database }: LocalParts, chosen: string | null): Promise<Response> {
  const stores = await database.query<{ id: number; name: string; suspended: boolean }>(
    'select id, name, suspended from public.stores order by id',
  );
  const options = stores.map(({ id, name, suspended }) => {
    const selected = String(id) === chosen ? ' selected' : '';
    return `<option value="${id}"${selected}>${html(name)}${suspended ? ' (suspended)' : ''}</option>`;
  });
  return page(
    'Store counter',
    `<p>This stands in for the store's own scanner. It signs in as somebody who works there.</p>
<label for="store">Store</label>
<select id="store">${options.join('')}</select>
<p id="who" role="status"></p>

<section id="scanning" aria-labelledby="scan-title">
<h2 id="scan-title">Scan a customer's code</h2>
<button type="button" id="camera" aria-pressed="false">Use the camera</button>
<video id="preview" muted playsinline hidden></video>
<label for="picture">Picture of a code</label>
<input id="picture" type="file" accept="image/*">
<form id="paste">
<label for="content">Content of a code</label>
<textarea id="content" rows="3" spellcheck="false"></textarea>
<button>Read code</button>
</form>
</section>

<form id="give" hidden aria-labelledby="give-title">
<h2 id="give-title">Give stamps</h2>
<p>Customer: <strong data-show="customer"></strong></p>
<label for="count">Number of stamps</label>
<input id="count" type="number" min="1" max="100" value="1" required>
<label for="invoice">Invoice number</label>
<input id="invoice" maxlength="64" autocomplete="off">
<button>Give stamps</button>
</form>

<form id="redeem" hidden aria-labelledby="redeem-title">
<h2 id="redeem-title">Redeem a reward</h2>
<p>Customer: <strong data-show="customer"></strong></p>
<p>Reward: <strong data-show="reward"></strong> at <span data-show="store"></span></p>
<label for="notes">Notes</label>
<textarea id="notes" rows="2" maxlength="500"></textarea>
<button>Redeem reward</button>
</form>

<p id="done" class="done" role="status" hidden></p>
<p id="problem" class="problem" role="alert" hidden></p>
<button type="button" id="next" class="plain" hidden>Next customer</button>`,
    ['/local/counter/jsqr.js', '/local/counter/client.js'],
  );
}
