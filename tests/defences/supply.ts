/** What may not be built, installed or set for a hosted project. */
import { codeIn } from '../../scripts/defences/code.ts';
import { hostedSetting } from '../../scripts/defences/settings.ts';
import type { Change, Defence } from './defence.ts';

const dist = codeIn('scripts/checks/dist.ts');
const packages = codeIn('scripts/checks/packages.ts');
const lock = codeIn('scripts/fill-lock.ts');
const config = codeIn('src/lib/read-config.ts');

const PACKAGES = 'tests/unit/scripts/checks/packages.test.ts';
const LOCK = 'tests/unit/scripts/fill-lock.test.ts';
const CONFIG = 'tests/unit/lib/read-config.test.ts';

const shipped = (name: string, off: Change): Defence => ({
  name: `not shipped: ${name}`,
  test: 'tests/unit/scripts/checks/dist.test.ts',
  off: [off],
});

const built: Defence[] = [
  ...[
    'a secret key',
    'the variable of the secret key',
    'the name of the all-powerful role',
    'a source map',
    'the embedded database',
    'a local stand-in',
  ].map((what) => shipped(what, dist.entry('NEVER', what))),
  ...['a code reader: only the till reads codes', 'a part of the till'].map((what) =>
    shipped(what, dist.entry('NOT_FOR_CUSTOMERS', what)),
  ),
  shipped('a key that hides in a token', dist.answers('decodeTokens', `text && ''`)),
  shipped(
    'a page without a policy',
    dist.answers(
      'pageProblems.policy',
      `POLICY.exec(html) ?? POLICY.exec('<meta http-equiv="content-security-policy" content="">')`,
    ),
  ),
  shipped(
    'a policy that allows any script',
    dist.change('pageProblems', String.raw`/'unsafe-|\*/.test(allowed)`, 'false'),
  ),
  shipped(
    'a script before the policy',
    dist.change('pageProblems', 'script.index < policy.index', 'false'),
  ),
  shipped(
    'an unknown inline script',
    dist.change('pageProblems', '!allowed.includes(hashOf(text))', 'false'),
  ),
  shipped(
    'a handler or a style in a tag',
    dist.change('pageProblems', String.raw`/<[a-z][^>]*\s(on[a-z]+|style)="[^>]*>/g`, '/(?!)/g'),
  ),
];

const supplied: Defence[] = [
  {
    name: 'a package has one exact version',
    test: PACKAGES,
    off: [
      packages.change(
        'versionProblems',
        String.raw`/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)`,
        String.raw`/\d/.test(version)`,
      ),
    ],
  },
  {
    name: 'a package has an allowed licence',
    test: PACKAGES,
    off: [packages.answers('isAllowed', `name !== licence`)],
  },
  {
    name: 'every part of a licence is allowed',
    test: PACKAGES,
    off: [
      packages.change('isAllowed', `choice.split(' AND ').every`, `choice.split(' AND ').some`),
    ],
  },
  {
    name: 'a package has its reason in the table',
    test: PACKAGES,
    off: [packages.change('tableProblems', '!named.some((entry) => means(entry, name))', 'false')],
  },
  {
    name: 'the lock file names no registry',
    test: LOCK,
    off: [lock.change('entriesWithAddress', 'entry.resolved !== undefined', 'false')],
  },
  {
    name: 'the lock file lacks nothing',
    test: LOCK,
    off: [lock.answers('isInstalled', 'true')],
  },
  {
    name: 'no secret key is built in',
    test: CONFIG,
    off: [
      config.change(
        'isSecretKey',
        `key.startsWith('sb_secret_') || isServiceToken(key)`,
        'isServiceToken(key)',
      ),
    ],
  },
  {
    name: 'nor an older one, a token',
    test: CONFIG,
    off: [config.answers('isServiceToken', 'false')],
  },
  {
    name: 'the backend is not on an open line',
    test: CONFIG,
    off: [config.answers('webAddress.safe', 'url !== null')],
  },
];

const hosted = (name: string, part: string, key: string, to: string): Defence => ({
  name,
  test: 'tests/unit/lib/hosted-settings.test.ts',
  off: [hostedSetting(part, key, to)],
});

const hostedProject: Defence[] = [
  hosted('a refresh token works once', 'auth', 'enable_refresh_token_rotation', 'false'),
  hosted(
    'an address is confirmed before it belongs to an account',
    'auth.email',
    'enable_confirmations',
    'false',
  ),
  hosted('a code is good for ten minutes', 'auth.email', 'otp_expiry', '86400'),
  hosted(
    'codes are tried 30 times in five minutes',
    'auth.rate_limit',
    'token_verifications',
    '9000',
  ),
  hosted(
    'the host asks who may have a password',
    'auth.hook.custom_access_token',
    'enabled',
    'false',
  ),
  hosted('an access token is good for an hour', 'auth', 'jwt_expiry', '604800'),
  hosted('an address waits for its next code', 'auth.email', 'max_frequency', '"0s"'),
  hosted('the interface exposes one schema', 'api', 'schemas', '["public", "private"]'),
];

export const supply: Defence[] = [...built, ...supplied, ...hostedProject];
