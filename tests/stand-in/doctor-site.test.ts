import { beforeAll, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { freshData, ORIGIN } from '../database/as.ts';
import { only, toBeMended } from '../to-be-mended.ts';
import { type Change, type Changes, examinedWhole } from './doctor.ts';

beforeAll(freshData);

const examined = (changes: Changes = []) => examinedWhole(changes, { site: ORIGIN });

/** Only the site: the backend's answers are left as they are. */
const SITE = /^http:\/\/[^/]+(?!\/(auth|rest|storage)\/v1\/)(\/|$)/;

/** The same answer with other headers; null removes one. */
const headed =
  (changed: Record<string, string | null>): Change =>
  (answer) => {
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    return new Response(answer.body, { status: answer.status, headers });
  };

/** The same answer with another text. */
const worded =
  (change: (text: string) => string): Change =>
  async (answer) =>
    new Response(change(await answer.text()), { status: answer.status, headers: answer.headers });

const OURS = [
  ...['content-security-policy', 'x-frame-options', 'x-content-type-options', 'referrer-policy'],
  ...['permissions-policy', 'cross-origin-opener-policy', 'strict-transport-security'],
];

const without = (...names: string[]): Change =>
  headed(Object.fromEntries(names.map((name) => [name, null])));

const web =
  (title: string, status = 200): Change =>
  () =>
    new Response(`<!doctype html><title>${title}</title>`, {
      status,
      headers: { 'content-type': 'text/html' },
    });

test('an intact site and backend have nothing to mend, and nothing is left unknown', async () => {
  const findings = await examined();
  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(findings.length).toBeGreaterThan(20);
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['headers', 'backend of the site', 'key in the site', 'files as built']),
  );
});

test.each<[string, RegExp, Change, ReturnType<typeof only>]>([
  [
    'strips all headers',
    SITE,
    without(...OURS),
    only('headers', /without Content.*Strict/, /GitHub Pages/),
  ],
  [
    'strips them from pages with an id',
    /\/store\/1$/,
    without(...OURS),
    only('headers', /^\/store\/1 is without Content-Security-Policy, X-Frame/, /for every path/),
  ],
  [
    'lets others frame the site',
    SITE,
    headed({ 'content-security-policy': 'frame-ancestors *' }),
    only('headers', /^\/ is without Content-Security-Policy; /, /_headers/),
  ],
  [
    'adds a policy of its own',
    SITE,
    headed({ 'content-security-policy': "frame-ancestors 'none'; default-src 'self'" }),
    only('policy of the host', /adds default-src 'self'/, /Take it away/),
  ],
  [
    'keeps pages on the way',
    /\/login$/,
    headed({ 'cache-control': 'max-age=0, s-maxage=86400' }),
    only('caching of pages', /s-maxage/, /whatever stands before the host/),
  ],
  [
    'keeps an old worker',
    /\/worker\.js$/,
    headed({ 'cache-control': 'public, max-age=31536000' }),
    only('caching of the worker', /31536000/, /no-cache/),
  ],
  [
    'answers every address with a page',
    /\/no-such-page/,
    web('Stampcard'),
    only('unknown addresses', /HTTP 200/, /single-page application/),
  ],
  [
    'knows no rewrites',
    /\/store\/1$/,
    web('Not found', 404),
    only('deep link /store/1', /HTTP 404/, /store\.html.*_redirects/),
  ],
  [
    'changes pages on the way',
    /\/home$/,
    worded((text) => text.replaceAll('>\n', '>')),
    only('files as built', /: \/home$/, /minifying/),
  ],
])('a host that %s', async (_name, address, change, wanted) => {
  expect(toBeMended(await examined([[address, change]]))).toEqual(wanted);
});

test('a host that reads no rules redirects from 404.html, which is enough', async () => {
  const page = '<!doctype html><script>location.replace(target)</script>';
  const headers = { 'content-type': 'text/html' };
  const notFound: Change = () => new Response(page, { status: 404, headers });
  const findings = await examined([[/\/(store|view-event)\/1$|\/no-such-page/, notFound]]);
  expect(toBeMended(findings)).toEqual([]);
  expect(findings.find(({ what }) => what === 'deep link /store/1')?.status).toBe('ok');
});

/** The worker was built with these pages, so it knows them as they are. */
const built = (address: RegExp, change: (text: string) => string): Changes => [
  [address, worded(change)],
  [/\/worker\.js$/, worded(() => 'const files=[];')],
];

const PAGE = /:\d+\/?(login|home)?$/;
const FILE = /\/_astro\//;
const OLD = 'https://old.example';
const OTHER = 'https://other.supabase.co wss://other.supabase.co/realtime/v1/websocket';
const old = (text: string) => text.replaceAll(ORIGIN, OLD);

test.each<[string, RegExp, (text: string) => string, ReturnType<typeof only>]>([
  [
    'for another backend',
    PAGE,
    (text) => text.replace(/connect-src [^;]*/, `connect-src 'self' ${OTHER}`),
    only(
      'backend of the site',
      /speak to 'self' https:\/\/other\.supabase\.co wss:.*, not/,
      /PUBLIC_SUPABASE_URL=/,
    ),
  ],
  ['for another address', PAGE, old, only('canonical address', /old\.example/, /SITE_URL=/)],
  [
    'with a secret key',
    FILE,
    () => 'sb_secret_abc',
    only('key in the site', /SECRET/, /Rotate it now/),
  ],
  [
    'with another key',
    FILE,
    () => 'sb_publishable_old',
    only('key in the site', /sb_publishable_old/, /PUBLIC_SUPABASE_ANON_KEY/),
  ],
])('a build %s', async (_name, address, change, wanted) => {
  expect(toBeMended(await examined(built(address, change)))).toEqual(wanted);
});

test('a build whose files can’t be compared is not reported as ok', async () => {
  const findings = await examined([[/\/worker\.js$/, worded(() => 'x')]]);
  expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
    { what: 'files as built', status: 'unknown' },
  ]);
});

test('a file that can’t be loaded is not reported as changed', async () => {
  const findings = await examined([[FILE, web('Try later', 503)]]);
  expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
    { what: 'key in the site', status: 'unknown', found: 'HTTP 503 with a web page' },
    { what: 'caching of hashed files', status: 'unknown' },
    { what: 'files as built', status: 'unknown', found: 'HTTP 503 with a web page' },
  ]);
});

const ELSEWHERE = { status: 301, headers: { location: 'https://www.shop.example/' } };

test.each<[string, Change, RegExp, RegExp]>([
  ['leads elsewhere', () => new Response(null, ELSEWHERE), /leads to https:\/\/www/, /SITE_URL/],
  ['is not there', web('Nothing here', 404), /HTTP 404/, /dist\//],
])('a site that %s', async (_name, change, found, mend) => {
  const findings = await examined([[/:\d+\/$/, change]]);
  expect(toBeMended(findings)).toEqual(only('site', found, mend));
  expect(findings.at(-1)).toMatchObject({ what: 'everything else', status: 'unknown' });
});

/** A till by itself, as its host gives it. */
const tillAt = (policy: string, camera = 'camera=(self)', script = LOCAL_ANON_KEY): Changes => {
  const page = `<!doctype html><meta http-equiv="content-security-policy" content="${policy}">
    <title>Stampcard till</title><script type="module" src="./assets/index-a1.js"></script>`;
  const headers = { 'content-type': 'text/html', 'permissions-policy': camera };
  return [
    [/:\d+\/till\/$/, () => new Response(page, { headers })],
    [/\/till\/assets\/index-a1\.js$/, () => new Response(`key="${script}"`)],
  ];
};
const OURS_ALONE = "default-src 'none'; connect-src 'self'; img-src 'self'";

test.each<[string, Changes, ReturnType<typeof only>]>([
  ['with nothing wrong', tillAt(OURS_ALONE), []],
  [
    'for another backend',
    tillAt("default-src 'none'; connect-src https://other.supabase.co"),
    only('backend of the till', /speak to https:\/\/other\.supabase\.co, not/, /^Build the till/),
  ],
  [
    'with another key',
    tillAt(OURS_ALONE, undefined, 'sb_publishable_old'),
    only('key in the till', /sb_publishable_old/, /^Build the till/),
  ],
  [
    'that may not use the camera',
    tillAt(OURS_ALONE, 'geolocation=(), camera=()'),
    only('camera of the till', /camera=\(\)/, /dist-till\/_headers/),
  ],
  [
    'whose address shows the site',
    [[/\/till\/$/, web('Stampcard')]],
    only('till', /HTTP 200 with a web page, “Stampcard”/, /dist-till\//),
  ],
])('a till %s', async (_name, changes, wanted) => {
  const findings = await examinedWhole(changes, { till: `${ORIGIN}/till` });
  expect(toBeMended(findings)).toEqual(wanted);
  expect(findings.filter(({ what }) => what.includes('till')).length).toBeGreaterThan(0);
});
