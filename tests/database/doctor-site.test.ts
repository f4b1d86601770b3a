import { beforeAll, describe, expect, test } from 'vitest';
import { only, toBeMended } from '../to-be-mended.ts';
import { freshData, ORIGIN } from './as.ts';
import { type Change, type Changes, examinedWhole } from './doctor.ts';

beforeAll(freshData);

const examined = (changes: Changes = []) => examinedWhole(changes, { site: ORIGIN });

/** The site alone: what the backend answers is left as it is. */
const SITE = /^http:\/\/[^/]+(?!\/(auth|rest|storage)\/v1\/)(\/|$)/;

/** The same answer with other headers; null takes one away. */
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

/** The same answer in other words. */
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

const redirected =
  (location: string): Change =>
  () =>
    new Response(null, { status: 301, headers: { location } });

test('a whole site has nothing to mend, and nothing is left unknown', async () => {
  const findings = await examined();
  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['headers', 'policy', 'key in the site', 'files as built', 'manifest']),
  );
});

describe('a host', () => {
  test.each<[string, Changes, ReturnType<typeof only>]>([
    [
      'strips all headers',
      [[SITE, without(...OURS)]],
      only('headers', /none of ours/, /GitHub Pages/),
    ],
    [
      'strips one',
      [[SITE, without('strict-transport-security')]],
      only('header Strict-Transport-Security', /^missing$/, /max-age=63072000.*_headers/),
    ],
    [
      'strips them from pages with an id',
      [[/\/store\/1$/, without(...OURS)]],
      only('headers', /^\/store\/1 is without Content-Security-Policy, X-Frame/, /add_header/),
    ],
    [
      'lets files be taken for something else',
      [[/\/_astro\//, without('x-content-type-options')]],
      only('headers', /^\/_astro\/[\w.]+ is without X-Content-Type-Options$/, /nginx\.conf/),
    ],
    [
      'lets others frame the site',
      [[SITE, headed({ 'content-security-policy': 'frame-ancestors *' })]],
      only('header Content-Security-Policy', /frame-ancestors \*/, /frame-ancestors 'none'/),
    ],
    [
      'adds a policy of its own',
      [[SITE, headed({ 'content-security-policy': "frame-ancestors 'none'; default-src 'self'" })]],
      only('policy of the host', /adds default-src 'self'/, /Take it away/),
    ],
    [
      'keeps pages for an hour',
      [[/\/login$/, headed({ 'cache-control': 'max-age=3600' })]],
      only('caching of pages', /max-age=3600/, /must-revalidate/),
    ],
    [
      'keeps pages on the way',
      [[/\/login$/, headed({ 'cache-control': 'max-age=0, s-maxage=86400' })]],
      only('caching of pages', /s-maxage/, /whatever stands before the host/),
    ],
    [
      'keeps an old worker',
      [[/\/worker\.js$/, headed({ 'cache-control': 'public, max-age=31536000' })]],
      only('caching of the worker', /31536000/, /no-cache/),
    ],
    [
      'forgets files with a hash',
      [[/\/_astro\//, headed({ 'cache-control': 'public, max-age=600' })]],
      only('caching of hashed files', /max-age=600/, /immutable/),
    ],
    [
      'says nothing about caching',
      [[/\/worker\.js$/, without('cache-control')]],
      only('caching of the worker', /no Cache-Control/, /_headers/),
    ],
    [
      'answers every address with a page',
      [[/\/no-such-page/, web('Stampcard')]],
      only('unknown addresses', /HTTP 200/, /single-page application/),
    ],
    [
      'has a 404 page of its own',
      [[/\/no-such-page/, () => new Response('Not found', { status: 404 })]],
      only('unknown addresses', /without our page/, /404\.html/),
    ],
    [
      'knows no rewrites',
      [[/\/store\/1$/, web('Not found', 404)]],
      only('deep link /store/1', /HTTP 404/, /store\.html.*_redirects/),
    ],
    [
      'answers deep links with the first page',
      [[/\/view-event\/1$/, worded(() => '<!doctype html><title>Stampcard</title>')]],
      only('deep link /view-event/1', /“Stampcard”/, /view-event\.html/),
    ],
    [
      'adds a slash to addresses',
      [[/\/promos$/, redirected(`${ORIGIN}/promos/`)]],
      only('pages', /\/promos: leads to/, /without a slash/),
    ],
    [
      'serves the worker as text',
      [[/\/worker\.js$/, headed({ 'content-type': 'text/plain' })]],
      only('worker', /text\/plain/, /text\/javascript/),
    ],
    [
      'changes pages on the way',
      [[/\/home$/, worded((text) => text.replaceAll('>\n', '>'))]],
      only('files as built', /: \/home$/, /minifying/),
    ],
    [
      'serves the manifest as text',
      [[/\.webmanifest$/, headed({ 'content-type': 'text/plain' })]],
      only('manifest', /text\/plain/, /manifest\+json/),
    ],
  ])('that %s', async (_name, changes, expected) => {
    expect(toBeMended(await examined(changes))).toEqual(expected);
  });

  test('that leads the worker elsewhere has none, nor files to compare', async () => {
    const changes: Changes = [[/\/worker\.js$/, redirected(`${ORIGIN}/sw/worker.js`)]];
    const findings = await examined(changes);
    expect(toBeMended(findings)).toEqual(only('worker', /no browser follows/, /at its root/));
  });

  test('that reads no rules leads on from 404.html, which is enough', async () => {
    const notFound: Change = () =>
      new Response('<!doctype html><script>location.replace(target)</script>', {
        status: 404,
        headers: { 'content-type': 'text/html' },
      });
    const findings = await examined([[/\/(store|view-event)\/1$|\/no-such-page/, notFound]]);
    expect(toBeMended(findings)).toEqual([]);
    expect(findings.find(({ what }) => what === 'deep link /store/1')?.found).toMatch(/leads on/);
  });
});

describe('a build', () => {
  const other = 'https://other.supabase.co';
  const isPage = /:\d+\/?(login|home)?$/;
  /** The worker was built with the pages: it knows them as they are. */
  const built = (change: (text: string) => string): Changes => [
    [isPage, worded(change)],
    [/\/worker\.js$/, worded(() => 'const files=[];')],
  ];

  test.each<[string, (text: string) => string, ReturnType<typeof only>]>([
    [
      'for another backend',
      (text) => text.replace("connect-src 'self'", `connect-src ${other}`),
      only('policy of /', /speak to https:\/\/other\.supabase\.co, not to/, /PUBLIC_SUPABASE_URL=/),
    ],
    [
      'without a policy',
      (text) => text.replace('http-equiv', 'data-was'),
      only('policy of /', /has none/, /npm run build/),
    ],
    [
      'with a policy for everything',
      (text) => text.replace("'sha256-", "'unsafe-inline' 'sha256-"),
      only('policy of /', /not ours/, /npm run build/),
    ],
    [
      'for another address',
      (text) => text.replaceAll(ORIGIN, 'https://old.example'),
      only('canonical address', /old\.example/, /SITE_URL=/),
    ],
  ])('%s', async (_name, change, expected) => {
    expect(toBeMended(await examined(built(change)))).toEqual(expected);
  });

  const key = (text: string): Changes => [
    [/\/_astro\//, worded(() => text)],
    [/\/worker\.js$/, worded(() => 'const files=[];')],
  ];
  const service = Buffer.from('{"role":"service_role"}').toString('base64url');

  test.each([
    ['a secret key', 'sb_secret_abc', /SECRET/, /Rotate it now/],
    ['a service token', `eyJh.${service}.c2ln`, /SECRET/, /Rotate it now/],
    ['another key', 'sb_publishable_old', /sb_publishable_old/, /PUBLIC_SUPABASE_ANON_KEY/],
  ])('with %s', async (_name, text, found, mend) => {
    expect(toBeMended(await examined(key(text)))).toEqual(only('key in the site', found, mend));
  });

  test.each([
    ['robots.txt', /\/robots\.txt$/, 'robots.txt'],
    ['the sitemap', /\/sitemap-0\.xml$/, 'sitemap'],
  ])('whose address in %s is an old one', async (_name, file, what) => {
    const old = worded((text) => text.replaceAll(ORIGIN, 'https://old.example'));
    expect(toBeMended(await examined([[file, old]]))).toEqual(
      only(what, /old\.example/, /SITE_URL=/),
    );
  });

  test.each([
    ['"start_url":"https://old.example/home"', /starts at https:\/\/old\.example\/home/],
    ['"start_url":"http://["', /starts at http:\/\/\[, for/],
  ])('whose manifest says %s', async (start, found) => {
    const elsewhere = worded((text) => text.replace('"start_url":"home"', start));
    expect(toBeMended(await examined([[/\.webmanifest$/, elsewhere]]))).toEqual(
      only('manifest', found, /SITE_URL=/),
    );
  });

  test('whose files can’t be compared is not called well', async () => {
    const findings = await examined([[/\/worker\.js$/, worded(() => 'x')]]);
    expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
      { what: 'files as built', status: 'unknown' },
    ]);
  });
});

describe('a site that is none', () => {
  test.each<[string, Change, ReturnType<typeof only>]>([
    [
      'leads elsewhere',
      redirected('https://www.shop.example/'),
      only('site', /leads to https:\/\/www/, /SITE_URL/),
    ],
    ['is not there', web('Nothing here', 404), only('site', /HTTP 404/, /dist\//)],
  ])('%s', async (_name, change, expected) => {
    const findings = await examined([[/:\d+\/$/, change]]);
    expect(toBeMended(findings)).toEqual(expected);
    expect(findings.at(-1)).toMatchObject({ what: 'everything else', status: 'unknown' });
  });
});
