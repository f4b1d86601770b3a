import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  body,
  bucket,
  inFunction,
  policy,
  withoutRefusal,
  withoutStatement,
} from '../../scripts/defences/sql.ts';
import type { SqlChange } from '../defences/defence.ts';
import { backend } from './as.ts';

/** How `npm run test:defences` switches off what a function does, tried on one of these tests' own. */
const FUNCTION = `
create function pg_temp.checked(number integer) returns text language plpgsql as $$
begin
  -- Not of the code: if number > 5 then
  if number
      > 5 -- why
  then
    perform private.refuse('409', 'too_many', 'Too many; please fewer.');
  end if;
  if NUMBER > 3 then
    perform private.refuse('409', 'many', 'Many, it''s said.');
  end if;
  return 'answered';
end
$$`;

const query = async (sql: string) => (await backend()).query<{ answer: string }>(sql);
const off = (change: SqlChange) => query(change.sql);
const answer = async (number: number) => {
  const [row] = await query(`select pg_temp.checked(${number}) as answer`);
  return row?.answer;
};

beforeEach(async () => {
  await query('begin');
  await query(FUNCTION);
});
afterEach(() => query('rollback'));

describe('a fragment of a function', () => {
  test('white space, comments and case make no difference', async () => {
    await off(inFunction('pg_temp.checked', 'if Number > 5 then perform', 'if false then perform'));
    await off(inFunction('pg_temp.checked', 'number>3', String.raw`false and '\1' <> ''`));
    expect(await answer(6)).toBe('answered');
  });

  test.each([
    ['number > 4', 0],
    ['perform', 2],
    ['numb', 0],
  ])('the error for %s says that it is there %i times', async (from, times) => {
    await expect(off(inFunction('pg_temp.checked', from, ''))).rejects.toThrow(
      `pg_temp.checked holds ${times} times, and not once: ${from}`,
    );
  });
});

describe('a statement of a function', () => {
  test('a refusal is left out by its reason', async () => {
    await expect(answer(6)).rejects.toThrow('Too many; please fewer.');
    await query('rollback');
    await query('begin');
    await query(FUNCTION);
    await off(withoutRefusal('pg_temp.checked', 'too_many'));
    await off(withoutRefusal('pg_temp.checked', 'many'));
    expect(await answer(6)).toBe('answered');
  });

  test('a reason that is not given is an error', async () => {
    await expect(off(withoutRefusal('pg_temp.checked', 'none'))).rejects.toThrow(
      `pg_temp.checked holds 0 times, and not once: a refusal for 'none'`,
    );
  });

  test('it is left out by how it begins, to its end', async () => {
    await off(withoutStatement('pg_temp.checked', `perform private.refuse('409', 'many',`));
    expect(await answer(4)).toBe('answered');
  });
});

test('a function gets another body', async () => {
  await off(body('pg_temp.checked', "begin return 'else'; end"));
  expect(await answer(6)).toBe('else');
});

test.each([
  [body('private.gone', ''), 'private.gone'],
  [policy('public.stores', 'Gone', 'using (true)'), 'Gone'],
  [bucket('gone', 'public = false'), 'gone'],
])('a name that is not there is an error: %j', async (change, name) => {
  await expect(off(change)).rejects.toThrow(name);
});
