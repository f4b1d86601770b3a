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

test.each(files)('%s drops no trigger and no policy of the services', async (name) => {
  const sql = await readFile(new URL(name, SUPABASE), 'utf8');
  const instead = '`create or replace trigger` and `alter policy` lock no sign-in';
  expect(lockingDrops(sql), instead).toEqual([]);
});

test.each([
  'drop trigger note_photo on storage.objects;',
  'DROP POLICY IF EXISTS "read a photo"\n  ON "storage" . "objects"',
  'drop /* a /* nested */ one */ trigger -- and "another\n t on auth.users',
  "select '--'; drop policy p on realtime.messages",
  "do $$ begin execute 'drop trigger t on auth.users'; end $$",
  'set search_path = auth; drop trigger t on users;',
])('%j is found', (sql) => {
  expect(lockingDrops(sql)).toHaveLength(1);
});

test.each([
  'create or replace trigger t after insert on auth.users execute function private.f();',
  'alter policy "read a photo" on storage.objects using (true);',
  'drop trigger t on public.stores; drop policy if exists p on "private"."guests";',
  '-- drop trigger t on auth.users\n/* drop policy p on storage.objects */ select 1;',
])('%j is not', (sql) => {
  expect(lockingDrops(sql)).toEqual([]);
});
