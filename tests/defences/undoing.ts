/** `undo_stamp`: who takes back, until when, and what is left of it; what the till believes and keeps. */
import { codeIn } from '../../scripts/defences/code.ts';
import { inFunction, withoutRefusal, withoutStatement } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const UNDO = 'tests/database/undo-stamp.test.ts';
const AT_ONCE = 'tests/postgres/undo.test.ts';
const SERVE = 'tests/unit/till/Serve.test.tsx';

const undo = 'private.undo_stamp';

export const undoing: Defence[] = [
  {
    name: 'only members of the store take stamps back',
    test: UNDO,
    off: [withoutStatement(undo, 'perform private.require_membership(')],
  },
  {
    name: 'a member takes back the stamps of their own store only',
    test: UNDO,
    off: [
      inFunction(
        undo,
        'where s.id = undo_stamp.stamp_id and s.store_id = store.id',
        'where s.id = undo_stamp.stamp_id',
      ),
    ],
  },
  {
    name: 'a suspended store takes nothing back',
    test: UNDO,
    off: [withoutRefusal('private.open_store', 'store_suspended')],
  },
  {
    name: 'stamps are taken back on their day only',
    test: UNDO,
    off: [withoutRefusal(undo, 'undo_too_late')],
  },
  {
    name: 'spent stamps are not taken back',
    test: UNDO,
    off: [withoutRefusal(undo, 'stamps_used')],
  },
  {
    name: 'nor stamps of which a part was spent',
    test: UNDO,
    off: [
      inFunction(
        undo,
        'or exists (select from public.stamps part where part.split_from = given.id)',
        '',
      ),
    ],
  },
  {
    name: 'stamps taken back are in the log',
    test: UNDO,
    off: [withoutStatement(undo, 'insert into private.till_log')],
  },
  {
    name: 'the same request takes stamps back once',
    test: UNDO,
    off: [withoutStatement(undo, 'perform private.store_response(')],
  },
  {
    name: 'of an undo and a redemption at once the first counts',
    test: AT_ONCE,
    off: [
      withoutStatement(undo, 'perform private.lock_existing_customer('),
      inFunction(undo, 'for update', ''),
    ],
  },
  {
    name: 'the till believes no code what its reward is',
    test: SERVE,
    off: [codeIn('src/till/serving.ts').answers('lookUp.offer', 'null as Scan["offer"]')],
  },
  {
    name: 'the till redeems nothing for another store',
    test: SERVE,
    off: [codeIn('src/till/serving.ts').answers('isElsewhere', 'false')],
  },
  {
    name: 'a log-out at the till leaves nothing of the member',
    test: 'tests/unit/till/sign-out.test.ts',
    off: [codeIn('src/till/session.ts').change('forget', 'key.startsWith(OWN)', 'key === OWN')],
  },
];
