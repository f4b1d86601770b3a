/** What the built site and its host say to the browser. */
import { changeIn, type Defence } from './defence.ts';

const policy = changeIn('src/lib/content-security-policy.ts');
const headers = changeIn('public/_headers');
const vercel = changeIn('vercel.json');
const afterBuild = changeIn('scripts/build/after-build.ts');
const pictures = changeIn('src/worker/pictures.ts');

const POLICY = 'tests/unit/lib/content-security-policy.test.ts';
const HOSTS = 'tests/unit/scripts/server/hosts.test.ts';
const AFTER_BUILD = 'tests/unit/scripts/build/after-build.test.ts';
const PICTURES = 'tests/unit/worker/pictures.test.ts';

const directive = (name: string, from: string, to: string): Defence => ({
  name: `policy: ${name}`,
  test: POLICY,
  off: [policy(from, to)],
});

const policies: Defence[] = [
  directive('nothing unless it is allowed', `directive('default-src', "'none'"),`, ''),
  directive(
    'requests to the backend only',
    `directive('connect-src', ...(supabaseUrl`,
    `directive('connect-src', '*', ...(supabaseUrl`,
  ),
  directive(
    'pictures over https only',
    `"'self'", 'https:', ...backend`,
    `"'self'", 'http:', 'https:', ...backend`,
  ),
  directive('our own fonts', `directive('font-src', "'self'"),`, `directive('font-src', '*'),`),
  directive(
    'our own manifest',
    `directive('manifest-src', "'self'"),`,
    `directive('manifest-src', '*'),`,
  ),
  directive(
    'our own worker',
    `directive('worker-src', "'self'"),`,
    `directive('worker-src', '*'),`,
  ),
  directive('no plug-ins', `directive('object-src', "'none'"),`, `directive('object-src', '*'),`),
  directive('no other base of addresses', `directive('base-uri', "'none'"),`, ''),
  directive('forms are sent here', `directive('form-action', "'self'"),`, ''),
  directive('trusted types', `directive('require-trusted-types-for', "'script'"),`, ''),
  directive('no other trusted-types policy', `directive('trusted-types', WORKER_POLICY),`, ''),
  {
    name: 'the policy is the first thing a page says',
    test: AFTER_BUILD,
    title: 'right behind the charset',
    off: [
      afterBuild(
        'return rest.replace(CHARSET, (charset) => charset + withHashes(policy, rest));',
        `return rest.replace('</head>', withHashes(policy, rest) + '</head>');`,
      ),
    ],
  },
  {
    name: 'a page without a policy is not built',
    test: AFTER_BUILD,
    title: 'a page without a policy',
    off: [
      afterBuild(
        'if (!policy || others.length > 0) throw',
        'if (!policy) return html; if (others.length > 99) throw',
      ),
    ],
  },
  {
    name: 'only the scripts a page holds are let through',
    test: AFTER_BUILD,
    title: 'the policy learns the scripts of the page, and no data',
    off: [
      afterBuild(
        `[name, ...hashes, ...otherSources].join(' ')`,
        `[name, "'unsafe-inline'", ...hashes, ...otherSources].join(' ')`,
      ),
    ],
  },
];

const header = (name: string, from: string, to: string): Defence => ({
  name: `header: ${name}`,
  test: HOSTS,
  title: 'every page is sent with what a policy in the page cannot say',
  off: [headers(from, to)],
});

const hostFiles: Defence[] = [
  header('no frame holds the site', `  Content-Security-Policy: frame-ancestors 'none'\n`, ''),
  header('nor in an old browser', '  X-Frame-Options: DENY\n', ''),
  header('types are not guessed', '  X-Content-Type-Options: nosniff\n', ''),
  header('other sites learn the origin only', 'strict-origin-when-cross-origin', 'unsafe-url'),
  header('no camera', 'camera=(), ', ''),
  header('no microphone', 'microphone=(), ', ''),
  header('no place', 'geolocation=(), ', ''),
  header('no other window holds on to ours', '  Cross-Origin-Opener-Policy: same-origin\n', ''),
  header(
    'never on an open line',
    '  Strict-Transport-Security: max-age=63072000',
    '  Strict-Transport-Security: max-age=0',
  ),
  {
    name: 'vercel.json says the same',
    test: HOSTS,
    title: 'vercel.json sends the same headers',
    off: [vercel(`"value": "nosniff"`, `"value": ""`)],
  },
];

const worker: Defence[] = [
  {
    name: 'worker: its policy makes no address but its own',
    test: 'tests/unit/platform/register-worker.test.ts',
    title: 'policy has one address for every question',
    off: [
      changeIn('src/lib/platform/register-worker.ts')(
        'createScriptURL: () => WORKER_ADDRESS,',
        'createScriptURL: (text) => text,',
      ),
    ],
  },
  {
    name: 'worker: what is kept is what was built',
    test: 'tests/unit/scripts/build/precache.test.ts',
    title: 'is held to the hash of what was built',
    off: [changeIn('scripts/build/precache.ts')('integrity: `sha256-', 'integrity: `sha512-')],
  },
  {
    name: 'worker: what only its owner may see is not kept as a picture',
    test: PICTURES,
    title: 'only its owner may ask the backend for',
    off: [pictures('(!BACKEND.test(pathname) || PUBLIC_PHOTO.test(pathname))', 'pathname')],
  },
  {
    name: 'worker: nor what is no picture',
    test: PICTURES,
    title: 'the cache of pictures',
    off: [pictures(`/^image\\//i.test(answer.headers.get('content-type') ?? '')`, 'true')],
  },
  {
    name: 'worker: a new version is not held back on its way',
    test: HOSTS,
    title: 'the worker is asked for anew each time',
    off: [headers('  Cache-Control: no-cache', '  Cache-Control: max-age=31536000')],
  },
];

export const site: Defence[] = [...policies, ...hostFiles, ...worker];
