/** The backend of the demo, on one's own machine: no other website uses it. */
import { codeIn } from '../../scripts/defences/code.ts';
import type { Defence } from './defence.ts';

const OWN_ORIGIN = 'tests/database/own-origin.test.ts';

const ownOrigin = codeIn('local-backend/own-origin.ts');
const secrets = codeIn('local-backend/secrets.ts');
const dataFolder = codeIn('scripts/server/data-folder.ts');

export const local: Defence[] = [
  {
    name: 'local: another website writes nothing, by its origin',
    test: OWN_ORIGIN,
    off: [
      ownOrigin.change(
        'createOriginCheck',
        'origin === new URL(request.url).origin || siteOrigins.includes(origin)',
        'true',
      ),
    ],
  },
  {
    name: 'local: another port writes nothing, by what the browser says of it',
    test: OWN_ORIGIN,
    off: [
      ownOrigin.change(
        'createOriginCheck',
        `site === null || site === 'same-origin' || site === 'none'`,
        `site !== 'cross-site'`,
      ),
    ],
  },
  {
    name: 'local: the operator’s key is not known',
    test: 'tests/database/persistence.test.ts',
    off: [
      secrets.change('openSecrets', `\`sb_secret_\${random()}\``, `'sb_secret_local_stampcard'`),
    ],
  },
  {
    name: 'local: the signing secret is not known',
    test: 'tests/database/persistence.test.ts',
    off: [secrets.answers('random', `'local-only-secret-of-the-embedded-backend'`)],
  },
  {
    name: 'local: the development server serves no key',
    test: 'tests/database/persistence.test.ts',
    off: [dataFolder.answers('unserved', `folder.length > 0 ? ['.env'] : []`)],
  },
  {
    name: 'local: only the secret key makes accounts',
    test: 'tests/database/shims-of-sign-in.test.ts',
    off: [
      codeIn('local-backend/shims/operator-accounts.ts').answers(
        'createOperatorAccounts.isOperator',
        'serviceKey.length > 0',
      ),
    ],
  },
  {
    name: 'local: tried codes are counted',
    test: 'tests/database/shims-of-sign-in.test.ts',
    off: [
      codeIn('local-backend/rate-limit.ts').change('createRateLimit', 'left -= 1', 'left -= 0'),
    ],
  },
  {
    name: 'local: the function before a request is asked',
    test: 'tests/database/ended-sessions.test.ts',
    off: [
      codeIn('local-backend/shims/pre-request.ts').change(
        'askBeforeRequests',
        'name !== undefined && request',
        'false',
      ),
    ],
  },
  {
    name: 'local: the hook is asked about passwords',
    test: 'tests/database/tokens.test.ts',
    off: [
      codeIn('local-backend/shims/password-hook.ts').change('askPasswordHook', '!claims', 'true'),
    ],
  },
];
