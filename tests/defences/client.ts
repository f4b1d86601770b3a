/** What stands between the browser and whatever an address, a table or another tab brings. */
import { codeIn } from '../../scripts/defences/code.ts';
import type { Defence } from './defence.ts';

const url = codeIn('src/lib/domain/safe-url.ts');
const redirect = codeIn('src/lib/domain/redirect.ts');
const rows = codeIn('src/lib/data/rows.ts');
const redemptionQr = codeIn('src/lib/domain/redemption-qr.ts');

const URLS = 'tests/unit/domain/safe-url.test.ts';
const REDIRECTS = 'tests/unit/domain/redirect.test.ts';
const CODES = 'tests/unit/fuzz/codes.test.ts';
const ADDRESSES = 'tests/unit/fuzz/addresses.test.ts';
const HOSTILE = 'tests/browser/hostile-data.spec.ts';

const orOfProtocol = (protocols: string) =>
  url.change(
    'safeUrl.allowed',
    `parsed.protocol === 'https:'`,
    `/^(${protocols}):/.test(parsed.protocol)`,
  );
const startsAnywhere = redirect.change('safeRedirect', '!pathStart.test(target)', 'false');
const leadsAnywhere = redirect.change('safeRedirect', 'url?.origin !== origin', '!url');

const addresses: Defence[] = [
  {
    name: 'an address of data runs no script',
    test: URLS,
    off: [orOfProtocol('https|javascript')],
  },
  {
    name: 'nor does it carry a page of its own',
    test: URLS,
    off: [orOfProtocol('https|data')],
  },
  {
    name: 'it is not on an open line',
    test: URLS,
    off: [
      url.change(
        'safeUrl.allowed',
        '(parsed.origin === origin || localHosts.includes(parsed.hostname))',
        'true',
      ),
    ],
  },
  {
    name: 'every photo and logo of the tables is asked for so',
    test: 'tests/unit/data/rows.test.ts',
    off: [
      rows.change('safeAddress', 'safeUrl(url, platform().address().origin) === null', 'false'),
    ],
  },
  {
    name: 'fuzzing knows an address from a script',
    test: ADDRESSES,
    off: [orOfProtocol('https|javascript')],
  },
  {
    name: 'a redirect stays on this site',
    test: REDIRECTS,
    off: [startsAnywhere, leadsAnywhere],
  },
  {
    name: 'a redirect is a path, not a whole address',
    test: REDIRECTS,
    off: [startsAnywhere],
  },
  {
    name: 'a redirect hides no tab or line end',
    test: REDIRECTS,
    off: [redirect.change('safeRedirect', 'controlCharacter.test(target)', 'false')],
  },
  {
    name: 'its plain form stays here too',
    test: REDIRECTS,
    off: [redirect.change('safeRedirect', 'pathStart.test(path)', 'true')],
  },
  {
    name: 'fuzzing finds a redirect that leaves',
    test: ADDRESSES,
    off: [
      startsAnywhere,
      leadsAnywhere,
      redirect.change('safeRedirect', 'pathStart.test(path) ? path : null', 'target'),
    ],
  },
  {
    name: 'screens follow a safe redirect only',
    test: 'tests/unit/state/guard.test.ts',
    off: [
      codeIn('src/lib/state/session/guard.ts').change(
        'followRedirect.target',
        `safeRedirect(new URLSearchParams(search).get('redirect'), origin)`,
        `new URLSearchParams(search).get('redirect') ?? safeRedirect(null, origin)`,
      ),
    ],
  },
  {
    name: 'so do the pages without islands',
    test: 'tests/unit/pages/visit.test.ts',
    off: [
      codeIn('src/scripts/visit.ts').answers(
        'target',
        'requested ?? safeRedirect(requested, location.origin)',
      ),
    ],
  },
  {
    name: 'and so does the sign-in',
    test: 'tests/unit/state/sign-in.test.ts',
    off: [
      redirect.answers(
        'loginTarget',
        'redirect ?? safeRedirect(redirect, origin) ?? routes.home.path',
      ),
    ],
  },
];

const texts: Defence[] = [
  {
    name: 'a proxy’s page is not shown as a message',
    test: 'tests/unit/data/client.test.ts',
    off: [codeIn('src/lib/data/backend-fetch.ts').answers('fetchFromBackend.isReadable', 'true')],
  },
  {
    name: 'an endless text ends',
    test: 'tests/unit/data/rows.test.ts',
    off: [
      codeIn('src/lib/domain/row.ts').change(
        'displayText',
        'whole.length <= MAX_TEXT_LENGTH',
        'whole.length > 0',
      ),
    ],
  },
  {
    name: 'the signs of a search pattern are only characters',
    test: ADDRESSES,
    off: [
      codeIn('src/lib/domain/search-query.ts').answers(
        'likePattern',
        `'%' + text.replace(unsearchable, '') + '%'`,
      ),
    ],
  },
  {
    name: 'a customer’s code without an id is none',
    test: CODES,
    off: [codeIn('src/lib/domain/customer-qr.ts').change('readCustomerQr', `hash === ''`, 'false')],
  },
  {
    name: 'a redemption code with an odd stamp is none',
    test: CODES,
    off: [redemptionQr.answers('readIds.ids', `value.map((id) => readId(id) ?? String(id ?? ''))`)],
  },
  {
    name: 'a code has an end',
    test: 'tests/unit/domain/redemption-qr.test.ts',
    off: [redemptionQr.change('unpackFields', 'text.length > QR_TEXT_CHARACTERS', 'false')],
  },
  {
    name: 'of a photo’s name nothing but a plain ending is used',
    test: 'tests/database/reward-changes.test.ts',
    off: [
      codeIn('src/lib/data/reward-photos.ts').answers('uploadPhoto.path', `'uploads/' + file.name`),
    ],
  },
  {
    name: 'a photo is what its first bytes say',
    test: 'tests/unit/domain/image-type.test.ts',
    off: [codeIn('src/lib/domain/image-type.ts').answers('imageType', `'png'`)],
  },
  {
    name: 'no text of the tables is taken for markup',
    test: HOSTILE,
    tag: 'defence-script',
    off: [
      codeIn('src/islands/store/StoreScreen.tsx').change(
        'Header',
        '<h1 data-lines="6" dir="auto">{store.name}</h1>',
        '<h1 data-lines="6" dir="auto" dangerouslySetInnerHTML={{ __html: store.name }} />',
      ),
    ],
  },
  {
    name: 'a text that turns around turns nothing else around',
    test: HOSTILE,
    tag: 'defence-bidi',
    off: [
      codeIn('src/islands/redeem/RewardDetails.tsx').change(
        'StoreLinks',
        '<bdi key="store">{storeName}</bdi>',
        '<span key="store">{storeName}</span>',
      ),
    ],
  },
];

const WITHDRAWAL = 'tests/unit/state/redemption-withdrawal.test.ts';
const opening = codeIn('src/lib/state/redeem/opening.ts');

/** What the app tells of the redemption code on its screen. */
const codes: Defence[] = [
  {
    name: 'a code that is closed is withdrawn',
    test: WITHDRAWAL,
    off: [
      codeIn('src/lib/state/redeem/redemption-code.ts').change(
        'tell',
        'return told.withdraw;',
        'return () => undefined;',
      ),
    ],
  },
  {
    name: 'a late opening does not outlive its close',
    test: WITHDRAWAL,
    off: [opening.change('withdraw', 'await Promise.race([telling, pageLeft]);', '')],
  },
  {
    name: 'nor does the one before it overtake the next',
    test: WITHDRAWAL,
    off: [opening.change('tell', 'await waited;', '')],
  },
  {
    name: 'a page that is left does not wait',
    test: WITHDRAWAL,
    off: [opening.change('tellOpening', 'left.abort();', '')],
  },
  {
    name: 'a code is told and withdrawn as the customer whose it is',
    test: WITHDRAWAL,
    off: [
      codeIn('src/lib/data/redemption-openings.ts').change(
        'backendOf',
        'stored?.person.id === person.id',
        'stored',
      ),
    ],
  },
];

export const client: Defence[] = [...addresses, ...texts, ...codes];
