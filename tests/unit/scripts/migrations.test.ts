// @vitest-environment node
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** On a hosted project it locks every sign-in until it is committed (supabase/README.md, 'A change'). */
const NAME = String.raw`(?:"(?:[^"]|"")+"|[\w$]+)`;
const DROP = new RegExp(
  String.raw`\bdrop\s+(?:trigger|policy)\s+(?:if\s+exists\s+)?${NAME}\s+on\s+(${NAME}(?:\s*\.\s*${NAME})?)`,
  'gi',
);
/** In texts and quoted names there are none. */
const COMMENT = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--.*|\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//g;

/** One comment may be within another. */
function withoutComments(sql: string): string {
  const less = sql.replace(COMMENT, (_all, kept?: string) => kept ?? ' ');
  return less === sql ? sql : withoutComments(less);
}

/** Drops of a trigger or a policy on a table that is not said to be ours. */
function lockingDrops(sql: string): string[] {
  return [...withoutComments(sql).matchAll(DROP)]
    .filter(([, table = '']) => !/^"?(public|private)"?\s*\./i.test(table))
    .map(([drop]) => drop.replaceAll(/\s+/g, ' '));
}

const SUPABASE = new URL('../../../supabase/', import.meta.url);
const files = (await readdir(SUPABASE, { recursive: true })).filter((name) =>
  name.endsWith('.sql'),
);

test('the schema and the migrations drop no trigger and no policy of the services', async () => {
  const drops = files.map(async (name) =>
    lockingDrops(await readFile(new URL(name, SUPABASE), 'utf8')),
  );
  const instead = '`create or replace trigger` and `alter policy` lock no sign-in';
  expect((await Promise.all(drops)).flat(), instead).toEqual([]);
});

test('such a drop is found among comments, in other spellings, and on no table of ours', () => {
  const sql = `
    drop trigger note_photo on storage.objects;
    DROP POLICY IF EXISTS "read a photo" ON "storage" . "objects";
    drop /* a /* nested */ one */ trigger -- and "another
      t on auth.users;
    set search_path = auth; drop trigger t on users;
    drop trigger t on public.stores; drop policy if exists p on "private"."guests";
    -- drop trigger t on auth.users\n/* drop policy p on storage.objects */`;
  expect(lockingDrops(sql)).toHaveLength(4);
});
