/** What the operator's functions keep to, whoever holds the secret key. */
import { grant, inFunction, withoutRefusal, withoutStatement } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const CREATE = 'tests/database/create-store.test.ts';
const CHANGE = 'tests/database/change-store.test.ts';
const AT_ONCE = 'tests/postgres/stores.test.ts';

const EMPLOY = 'private.employ';
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
    off: [inFunction('private.member_account', 'and u.is_anonymous is not true', '')],
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
];
