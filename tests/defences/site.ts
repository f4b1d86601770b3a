/** What the built site and its host say to the browser. */
import { codeIn } from '../../scripts/defences/code.ts';
import { vercelHeader } from '../../scripts/defences/settings.ts';
import { EVERY_ANSWER } from '../../scripts/hosts/rules.ts';
import type { Defence } from './defence.ts';

const policy = codeIn('src/lib/content-security-policy.ts');
const afterBuild = codeIn('scripts/build/after-build.ts');
const pictures = codeIn('src/worker/pictures.ts');
const hosts = codeIn('scripts/hosts/rules.ts');

const POLICY = 'tests/unit/lib/content-security-policy.test.ts';
const HOSTS = 'tests/unit/scripts/hosts/files.test.ts';
const AFTER_BUILD = 'tests/unit/scripts/build/after-build.test.ts';
const PICTURES = 'tests/unit/worker/pictures.test.ts';

/** The directive with these sources instead of its own, or none of it. */
const directiveOf = (
  where: 'contentSecurityPolicy' | 'TRUSTED_TYPES',
  name: string,
  key: string,
  ...sources: string[]
): Defence => {
  const list = sources.map((source) => `, ${JSON.stringify(source)}`).join('');
  const to = list === '' ? undefined : `directive('${key}'${list})`;
  return {
    name: `policy: ${name}`,
    test: POLICY,
    off: [policy.entry(where, key, to)],
  };
};

const directive = (name: string, key: string, ...sources: string[]) =>
  directiveOf('contentSecurityPolicy', name, key, ...sources);

const policies: Defence[] = [
  directive('nothing unless it is allowed', 'default-src'),
  directive('requests to the backend only', 'connect-src', '*'),
  directive('pictures over https only', 'img-src', "'self'", 'http:', 'https:'),
  directive('our own fonts', 'font-src', '*'),
  directive('our own manifest', 'manifest-src', '*'),
  directive('our own worker', 'worker-src', '*'),
  directive('no plug-ins', 'object-src', '*'),
  directive('no other base of addresses', 'base-uri'),
  directive('forms are sent here', 'form-action'),
  directiveOf('TRUSTED_TYPES', 'trusted types', 'require-trusted-types-for'),
  directiveOf('TRUSTED_TYPES', 'no other trusted-types policy', 'trusted-types'),
  {
    name: 'the policy is the first thing a page says',
    test: AFTER_BUILD,
    off: [
      afterBuild.change(
        'withPolicyFirst',
        'rest.replace(CHARSET, (charset) => charset + withHashes(policy, rest))',
        `rest.replace('</head>', withHashes(policy, rest) + '</head>')`,
      ),
    ],
  },
  {
    name: 'a page without a policy is not built',
    test: AFTER_BUILD,
    off: [
      afterBuild.change('withPolicyFirst', '!policy || others.length > 0', 'false'),
      afterBuild.change(
        'withPolicyFirst',
        'withHashes(policy, rest)',
        `withHashes(policy ?? '', rest)`,
      ),
    ],
  },
  {
    name: 'only the scripts a page holds are let through',
    test: AFTER_BUILD,
    off: [
      afterBuild.change(
        'withHashes',
        '[name, ...hashes, ...otherSources]',
        `[name, "'unsafe-inline'", ...hashes, ...otherSources]`,
      ),
    ],
  },
];

/** A header of every page, without it or with another value. */
const everyPage = (name: string, key: keyof typeof EVERY_ANSWER, to = ''): Defence => ({
  name: `header: ${name}`,
  test: HOSTS,
  off: [hosts.answers(`EVERY_ANSWER.${key}`, JSON.stringify(to))],
});

/** What no page asks for: one of the list of permissions. */
const permission = (name: string, feature: string): Defence => {
  const permissions = EVERY_ANSWER['Permissions-Policy'].split(/,\s*/);
  const others = permissions.filter((each) => !each.startsWith(`${feature}=`));
  return everyPage(name, 'Permissions-Policy', others.join(', '));
};

const hostFiles: Defence[] = [
  everyPage('no frame holds the site', 'Content-Security-Policy'),
  everyPage('nor in an old browser', 'X-Frame-Options'),
  everyPage('types are not guessed', 'X-Content-Type-Options'),
  everyPage('other sites learn the origin only', 'Referrer-Policy', 'unsafe-url'),
  permission('no camera', 'camera'),
  permission('no microphone', 'microphone'),
  permission('no place', 'geolocation'),
  everyPage('no other window holds on to ours', 'Cross-Origin-Opener-Policy'),
  everyPage('never on an open line', 'Strict-Transport-Security', 'max-age=0'),
  {
    name: 'vercel.json says the same',
    test: HOSTS,
    off: [vercelHeader('X-Content-Type-Options', '')],
  },
];

const worker: Defence[] = [
  {
    name: 'worker: its policy makes no address but its own',
    test: 'tests/unit/platform/register-worker.test.ts',
    off: [
      codeIn('src/lib/platform/register-worker.ts').change(
        'trustedAddress',
        'createScriptURL: () => WORKER_ADDRESS',
        'createScriptURL: (text) => text',
      ),
    ],
  },
  {
    name: 'worker: what is kept is what was built',
    test: 'tests/unit/scripts/build/precache.test.ts',
    off: [
      codeIn('scripts/build/precache.ts').answers('precachedFiles.integrity', `'sha512-' + hash`),
    ],
  },
  {
    name: 'worker: what only its owner may see is not kept as a picture',
    test: PICTURES,
    off: [pictures.answers('isPicture', `destination === 'image' && Boolean(pathname)`)],
  },
  {
    name: 'worker: nor what is no picture',
    test: PICTURES,
    off: [pictures.answers('isCacheable', `answer.type === 'opaque' || answer.status === 200`)],
  },
  {
    name: 'worker: a new version is not held back on its way',
    test: HOSTS,
    off: [hosts.answers('WORKER.Cache-Control', "'max-age=31536000'")],
  },
];

export const site: Defence[] = [...policies, ...hostFiles, ...worker];
