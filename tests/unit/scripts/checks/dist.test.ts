// @vitest-environment node
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  cycleProblems,
  pageProblems,
  referenceProblems,
  textProblems,
} from '../../../../scripts/checks/dist.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
const token = (facts: object) =>
  ['{"alg":"HS256"}', JSON.stringify(facts), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
const policy = (sources: string) =>
  `<meta http-equiv="content-security-policy" content="default-src 'none';script-src ${sources};">`;

describe('the scripts of a page', () => {
  test('a page with a known inline script, a file and data is fine', () => {
    const html = `${policy(`'self' 'sha256-${hash('run()')}'`)}
      <script>run()</script><script type="module" src="/a.js"></script>
      <script type="application/ld+json">{"a":1}</script>`;
    expect(pageProblems('a.html', html)).toEqual([]);
  });

  test.each([
    ['no policy', '<script src="/a.js"></script>'],
    ['an unknown inline script', `${policy("'self'")}<script>run()</script>`],
    [
      'inline rules for prerendering',
      `${policy("'self'")}<script type="speculationrules">{}</script>`,
    ],
    ['a script before the policy', `<script src="/a.js"></script>${policy("'self'")}`],
    ['a policy that allows any inline script', policy("'self' 'unsafe-inline'")],
    [
      'a script that cannot be read',
      `${policy(`'sha256-${hash('{const{a}=await import("/a.js");}{{')}'`)}<script type="module">{const{a}=await import("/a.js");}{{</script>`,
    ],
    ['an event handler', `${policy("'self'")}<a href="/" onclick="go()">x</a>`],
    ['a style attribute', `${policy("'self'")}<p style="color:red">x</p>`],
  ])('a page with %s is a problem', (_, html) => {
    expect(pageProblems('a.html', html)).toHaveLength(1);
  });
});

describe('texts that must not be shipped', { tags: ['store-counter-not-shipped'] }, () => {
  test.each([
    `key = "sb_${'secret'}_abc"`,
    'env.SUPABASE_SECRET_KEY',
    'role: service_role',
    `//# source${'MappingURL'}=a.js.map`,
    'import("/local/mailbox")',
    'new PGlite()',
    'jsQR(pixels)',
    'rpc("give_stamp")',
    `key="${token({ iss: 'supabase', role: 'service_role' })}"`,
  ])('a file that holds this text is a problem: %s', (text) => {
    expect(textProblems('a.js', text)).toHaveLength(1);
  });

  test('the till reads codes, and holds no secret either', () => {
    expect(textProblems('dist-till/a.js', 'zxing stampcard-till give_stamp')).toEqual([]);
    expect(textProblems('dist-till/a.js', `key = "sb_${'secret'}_abc"`)).toHaveLength(1);
  });

  test('the secret key of whoever built it is found in whichever form', {
    tags: ['secret-key-on-no-page'],
  }, () => {
    expect(textProblems('a.js', 'key="of-some-form"', 'of-some-form')).toEqual([
      'a.js holds your SUPABASE_SECRET_KEY.',
    ]);
    expect(textProblems('a.js', 'key="of-some-form"', 'of-another')).toEqual([]);
    expect(textProblems('a.js', '', '')).toEqual([]);
  });

  test('the client library may name the kind of key, the site the address of the counter', () => {
    expect(textProblems('a.js', "key.startsWith('sb_secret_')")).toEqual([]);
    expect(textProblems('a.js', 'href="/local/counter"')).toEqual([]);
    expect(textProblems('a.js', token({ iss: 'supabase', role: 'anon' }))).toEqual([]);
  });
});

test('a built file that is named must be there', () => {
  const text = 'import"/_astro/a.js";load(["_astro/b.css"]);<link href="/_astro/c.css">';
  const files = ['dist/_astro/a.js', 'dist/_astro/c.css'];
  expect(referenceProblems('dist/x.js', text, files)).toEqual([
    'dist/x.js names dist/_astro/b.css, which is not there.',
  ]);
});

describe('scripts that import each other', () => {
  const circle = (imports: Record<string, string[]>) =>
    cycleProblems(new Map(Object.entries(imports)));

  test('scripts that import each other in a circle are a problem that names it', () => {
    expect(
      circle({ 'page.js': ['a.js'], 'a.js': ['b.js'], 'b.js': ['c.js'], 'c.js': ['a.js'] }),
    ).toEqual(['These scripts import each other in a circle: a.js → b.js → c.js → a.js.']);
  });

  test('scripts that both import a third are no circle', () => {
    expect(
      circle({ 'page.js': ['a.js', 'b.js'], 'a.js': ['c.js'], 'b.js': ['c.js'], 'c.js': [] }),
    ).toEqual([]);
  });
});
