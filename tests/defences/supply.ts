/** What may not be built, installed or set for a hosted project. */
import { changeIn, type Defence } from './defence.ts';

const dist = changeIn('scripts/checks/dist.ts');
const packages = changeIn('scripts/checks/packages.ts');
const lock = changeIn('scripts/fill-lock.ts');
const config = changeIn('src/lib/read-config.ts');
const hosted = changeIn('supabase/config.toml');

const DIST = 'tests/unit/scripts/checks/dist.test.ts';
const PACKAGES = 'tests/unit/scripts/checks/packages.test.ts';
const LOCK = 'tests/unit/scripts/fill-lock.test.ts';
const CONFIG = 'tests/unit/lib/read-config.test.ts';
const HOSTED = 'tests/unit/lib/hosted-settings.test.ts';

const shipped = (name: string, from: string, to = ''): Defence => ({
  name: `not shipped: ${name}`,
  test: DIST,
  off: [dist(from, to)],
});

const built: Defence[] = [
  shipped('a secret key', `  [/sb_secret_\\w/, 'a secret key'],\n`),
  shipped('the all-powerful role', `  [/service_role/, 'the name of the all-powerful role'],\n`),
  shipped('a key that hides in a token', '[text, decodeTokens(text)]', '[text]'),
  shipped('a source map', `  [/[#@]\\s*sourceMappingURL=/, 'a source map'],\n`),
  shipped('the embedded database', `  [/pglite|@supabase\\/lite/i, 'the embedded database'],\n`),
  shipped(
    'a local stand-in',
    `  [/local-backend|\\/local\\/(?!counter\\b)/, 'a local stand-in'],\n`,
  ),
  shipped(
    'a code reader',
    `  [/\\bjsQR\\b|zxing/i, 'a code reader: only the local counter reads codes'],\n`,
  ),
  shipped(
    'a page without a policy',
    'if (policy === null) return [',
    'if (policy === null) return []; if (file === null) return [',
  ),
  shipped('a policy that allows any script', `if (/'unsafe-|\\*/.test(allowed))`, 'if (false)'),
  shipped('a script before the policy', 'if (script.index < policy.index)', 'if (false)'),
  shipped(
    'an unknown inline script',
    ' && !allowed.includes(hashOf(text))) {',
    ' && allowed === hashOf(text)) {',
  ),
  shipped('a handler or a style in a tag', '(on[a-z]+|style)="', '(never)="'),
];

const supplied: Defence[] = [
  {
    name: 'a package has one exact version',
    test: PACKAGES,
    off: [packages(String.raw`/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)`, `/\\d/.test(version)`)],
  },
  {
    name: 'a package has an allowed licence',
    test: PACKAGES,
    off: [packages('PERMISSIVE.has(part) || TOOLS[part]?.test(name)', 'part !== name')],
  },
  {
    name: 'every part of a licence is allowed',
    test: PACKAGES,
    off: [packages(`choice.split(' AND ').every(`, `choice.split(' AND ').some(`)],
  },
  {
    name: 'a package has its reason in the table',
    test: PACKAGES,
    off: [
      packages(
        '.filter((name) => !named.some((entry) => means(entry, name)))',
        '.filter(() => false)',
      ),
    ],
  },
  {
    name: 'the lock file names no registry',
    test: LOCK,
    off: [lock('entry.resolved !== undefined', 'entry.resolved === null')],
  },
  {
    name: 'the lock file lacks nothing',
    test: LOCK,
    off: [
      lock('      if (isInstalled(lock, path, name)) continue;\n', '      if (name) continue;\n'),
    ],
  },
  {
    name: 'no secret key is built in',
    test: CONFIG,
    off: [config(`text.startsWith('sb_secret_') || isServiceToken(text)`, 'false')],
  },
  {
    name: 'nor an older one, a token',
    test: CONFIG,
    off: [
      config(
        `text.startsWith('sb_secret_') || isServiceToken(text)`,
        `text.startsWith('sb_secret_')`,
      ),
    ],
  },
  {
    name: 'the backend is not on an open line',
    test: CONFIG,
    off: [
      config(
        `url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))`,
        'url !== null',
      ),
    ],
  },
];

const hostedProject: Defence[] = [
  {
    name: 'a refresh token works once',
    test: HOSTED,
    off: [hosted('enable_refresh_token_rotation = true', 'enable_refresh_token_rotation = false')],
  },
  {
    name: 'an address is confirmed before it is somebody’s',
    test: HOSTED,
    off: [hosted('enable_confirmations = true', 'enable_confirmations = false')],
  },
  {
    name: 'a code is good for an hour',
    test: HOSTED,
    off: [hosted('otp_expiry = 3600', 'otp_expiry = 86400')],
  },
  {
    name: 'an access token is good for an hour',
    test: HOSTED,
    off: [hosted('jwt_expiry = 3600', 'jwt_expiry = 604800')],
  },
  {
    name: 'an address waits for its next code',
    test: HOSTED,
    off: [hosted('max_frequency = "60s"', 'max_frequency = "0s"')],
  },
  {
    name: 'the interface exposes one schema',
    test: HOSTED,
    off: [hosted('schemas = ["public"]', 'schemas = ["public", "private"]')],
  },
];

export const supply: Defence[] = [...built, ...supplied, ...hostedProject];
