/** What stands between the browser and whatever an address, a table or another tab brings. */
import { changeIn, type Defence } from './defence.ts';

const url = changeIn('src/lib/domain/safe-url.ts');
const redirect = changeIn('src/lib/domain/redirect.ts');
const guard = changeIn('src/lib/state/session/guard.ts');
const rows = changeIn('src/lib/data/rows.ts');
const row = changeIn('src/lib/domain/row.ts');
const calls = changeIn('src/lib/data/backend-fetch.ts');

const URLS = 'tests/unit/domain/safe-url.test.ts';
const REDIRECTS = 'tests/unit/domain/redirect.test.ts';
const GUARD = 'tests/unit/state/guard.test.ts';
const CODES = 'tests/unit/fuzz/codes.test.ts';
const ADDRESSES = 'tests/unit/fuzz/addresses.test.ts';

const addresses: Defence[] = [
  {
    name: 'an address of data runs no script',
    test: URLS,
    title: 'script',
    off: [
      url(`parsed.protocol === 'https:' ||`, `/^(https|javascript):/.test(parsed.protocol) ||`),
    ],
  },
  {
    name: 'nor does it carry a page of its own',
    test: URLS,
    title: 'data',
    off: [url(`parsed.protocol === 'https:' ||`, `/^(https|data):/.test(parsed.protocol) ||`)],
  },
  {
    name: 'it is not on an open line',
    test: URLS,
    title: 'http elsewhere',
    off: [url('(parsed.origin === origin || localHosts.includes(parsed.hostname))', 'true')],
  },
  {
    name: 'every photo and logo of the tables is asked for so',
    test: 'tests/unit/data/rows.test.ts',
    off: [rows('safeUrl(url, platform().address().origin) === null ? null : url', 'url')],
  },
  {
    name: 'fuzzing knows an address from a script',
    test: ADDRESSES,
    title: 'an address of data',
    off: [
      url(`parsed.protocol === 'https:' ||`, `/^(https|javascript):/.test(parsed.protocol) ||`),
    ],
  },
  {
    name: 'a redirect stays on this site',
    test: REDIRECTS,
    off: [
      redirect('!pathStart.test(target) || ', ''),
      redirect('if (url?.origin !== origin) return null;', 'if (!url) return null;'),
    ],
  },
  {
    name: 'a redirect is a path, not a whole address',
    test: REDIRECTS,
    off: [redirect('!pathStart.test(target) || ', '')],
  },
  {
    name: 'a redirect hides no tab or line end',
    test: REDIRECTS,
    off: [redirect(' || controlCharacter.test(target)', '')],
  },
  {
    name: 'its plain form stays here too',
    test: REDIRECTS,
    off: [redirect('pathStart.test(path) ? path : null', 'path')],
  },
  {
    name: 'fuzzing finds a redirect that leaves',
    test: ADDRESSES,
    title: 'a redirect stays on this site',
    off: [
      redirect('!pathStart.test(target) || ', ''),
      redirect('if (url?.origin !== origin) return null;', 'if (!url) return null;'),
      redirect('pathStart.test(path) ? path : null', 'target'),
    ],
  },
  {
    name: 'screens follow a safe redirect only',
    test: GUARD,
    title: 'is not followed: the page stays',
    off: [
      guard(
        `safeRedirect(new URLSearchParams(search).get('redirect'), origin);`,
        `new URLSearchParams(search).get('redirect') ?? safeRedirect(null, origin);`,
      ),
    ],
  },
  {
    name: 'so do the pages without islands',
    test: 'tests/unit/pages/visit.test.ts',
    off: [
      changeIn('src/scripts/visit.ts')(
        'safeRedirect(requested, location.origin)',
        'requested ?? safeRedirect(requested, location.origin)',
      ),
    ],
  },
  {
    name: 'and so does the sign-in',
    test: 'tests/unit/state/sign-in.test.ts',
    off: [
      redirect(
        'return safeRedirect(redirect, origin) ?? routes.home.path;',
        'return redirect ?? safeRedirect(redirect, origin) ?? routes.home.path;',
      ),
    ],
  },
];

const texts: Defence[] = [
  {
    name: 'a proxy’s page is not shown as a message',
    test: 'tests/unit/data/client.test.ts',
    title: 'fetchFromBackend',
    off: [calls(`response.ok || response.headers.get('content-type')?.includes('json')`, 'true')],
  },
  {
    name: 'an endless text ends',
    test: 'tests/unit/data/rows.test.ts',
    title: 'an endless text ends',
    off: [row('whole.length <= MAX_TEXT_LENGTH', 'whole.length > 0')],
  },
  {
    name: 'the signs of a search pattern are only characters',
    test: ADDRESSES,
    title: 'a search finds what was typed, literally',
    off: [changeIn('src/lib/domain/search-query.ts')(String.raw`.replace(/[\\%_]/g, '\\$&')`, '')],
  },
  {
    name: 'a customer’s code without an id is none',
    test: CODES,
    title: 'a stamp code is whole or refused',
    off: [
      changeIn('src/lib/domain/customer-qr.ts')(
        `if (!fields || uid === null || hash === '') return null;`,
        `if (!fields || uid === null) return null;`,
      ),
    ],
  },
  {
    name: 'a redemption code with an odd stamp is none',
    test: CODES,
    title: 'a redemption code is whole or refused',
    off: [
      changeIn('src/lib/domain/redemption-qr.ts')(
        'const ids = value.map(readId).filter((id) => id !== null);',
        "const ids = value.map((id) => readId(id) ?? String(id ?? ''));",
      ),
    ],
  },
  {
    name: 'a code has an end',
    test: 'tests/unit/domain/redemption-qr.test.ts',
    off: [
      changeIn('src/lib/domain/redemption-qr.ts')(
        'if (text.length > QR_TEXT_CHARACTERS) return null;',
        '',
      ),
    ],
  },
  {
    name: 'of a photo’s name nothing but a plain ending is used',
    test: 'tests/database/reward-changes.test.ts',
    off: [
      changeIn('src/lib/data/reward-photos.ts')(
        String.raw`return (ending ?? file.type.replace(/^.*\//, '')).toLowerCase();`,
        'return file.name || ending || file.type;',
      ),
    ],
  },
  {
    name: 'no text of the tables is taken for markup',
    test: 'tests/browser/hostile-data.spec.ts',
    title: 'every text is script',
    off: [
      changeIn('src/islands/store/StoreScreen.tsx')(
        `<h1 data-lines="6" dir="auto">
          {store.name}
        </h1>`,
        '<h1 data-lines="6" dir="auto" dangerouslySetInnerHTML={{ __html: store.name }} />',
      ),
    ],
  },
  {
    name: 'a text that turns around turns nothing else around',
    test: 'tests/browser/hostile-data.spec.ts',
    title: 'every text is bidi',
    off: [
      changeIn('src/islands/redeem/RewardDetails.tsx')(
        '<bdi>{storeName}</bdi> near me',
        '<span>{storeName}</span> near me',
      ),
    ],
  },
];

export const client: Defence[] = [...addresses, ...texts];
