/** What the operator's functions keep to, whoever holds the secret key. */

import { codeIn } from '../../scripts/defences/code.ts';
import {
  body,
  grant,
  inFunction,
  withoutRefusal,
  withoutStatement,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const CREATE = 'tests/database/create-store.test.ts';
const CHANGE = 'tests/database/change-store.test.ts';
const AT_ONCE = 'tests/postgres/stores.test.ts';

const ARGUMENTS = 'tests/unit/scripts/store/arguments.test.ts';
const PROJECT = 'tests/unit/scripts/store/project.test.ts';
const project = codeIn('scripts/store/project.ts');

const EMPLOY = 'private.insert_store_member';
const STORE = 'private.create_store';

/** With what it calls, or the refusal of that would stand in for it. */
const calledByAnyone = (name: string, signature: string): Defence => ({
  name: `for the secret key alone: ${name}`,
  test: CHANGE,
  off: ['public', 'private'].map((schema) =>
    grant(`execute on function ${schema}.${name}(${signature})`, 'authenticated'),
  ),
});

export const operator: Defence[] = [
  calledByAnyone('create_store', 'text, text, text, text, text, integer, date, date, text'),
  calledByAnyone('add_store_member', 'bigint, text'),
  calledByAnyone('remove_store_member', 'bigint, text'),
  calledByAnyone('add_store_reward', 'bigint, text, integer, date, date, text'),
  {
    name: 'a password from before the first store opens nothing',
    test: CREATE,
    off: [withoutStatement(EMPLOY, 'update auth.users u set encrypted_password')],
  },
  {
    name: 'a member’s own password stays',
    test: CREATE,
    off: [
      inFunction(
        EMPLOY,
        'if not exists (select from public.store_members m where m.user_id = account)',
        'if true',
      ),
    ],
  },
  {
    name: 'a guest works in no store',
    test: CREATE,
    off: [inFunction('private.find_account', 'and u.is_anonymous is not true', '')],
  },
  {
    name: 'nobody enters a store by its name',
    test: CREATE,
    off: [withoutRefusal(STORE, 'store_exists')],
  },
  {
    name: 'the same call again makes no second store',
    test: CREATE,
    off: [inFunction(STORE, 'is_new := not found', 'is_new := true')],
  },
  {
    name: 'a store’s logo is https or of the bucket',
    test: CREATE,
    off: [withoutRefusal(STORE, 'bad_logo')],
  },
  {
    name: 'of two calls for one new store the second finds it',
    test: AT_ONCE,
    tag: 'defence-one-store',
    off: [withoutStatement(STORE, 'perform pg_advisory_xact_lock(')],
  },
  {
    name: 'of two calls for one reward the second finds it',
    test: AT_ONCE,
    tag: 'defence-one-reward',
    off: [withoutStatement('private.add_store_reward', 'perform pg_advisory_xact_lock(')],
  },
  {
    name: 'the command takes no secret key as an argument',
    test: ARGUMENTS,
    off: [
      codeIn('scripts/store/arguments.ts').change(
        'readArguments',
        'args.some(holdsSecretKey)',
        'false',
      ),
    ],
  },
  {
    name: 'the command refuses a secret key that is public',
    test: PROJECT,
    off: [project.change('findProject', 'refusePublicSecrets(env)', 'isSecretKey(KEY)')],
  },
  {
    name: 'the command’s secret key is in no error of a request',
    test: PROJECT,
    off: [project.change('refuseOtherKeys', '!/^[\\w.-]+$/.test(key)', 'false')],
  },
  {
    name: 'the command’s secret key is not sent on to another address',
    test: PROJECT,
    off: [project.change('ask', `redirect: 'manual'`, `redirect: 'follow'`)],
  },
  {
    name: 'the command’s secret key goes to no host that looks like another',
    test: PROJECT,
    off: [codeIn('scripts/store/look-alike.ts').answers('isLookAlike', 'false')],
  },
  {
    name: 'what is not seen makes no second store',
    test: CREATE,
    off: [
      body(
        'private.one_line',
        `select nullif(btrim(regexp_replace(content, '\\s+', ' ', 'g')), '')`,
      ),
    ],
  },
  {
    name: 'a member has one address',
    test: CREATE,
    off: [body('private.is_email', "select address like '%@%'")],
  },
  {
    name: 'the command’s secret key goes to no open line',
    test: PROJECT,
    off: [codeIn('src/lib/read-config.ts').answers('webAddress.safe', 'url !== null')],
  },
];
