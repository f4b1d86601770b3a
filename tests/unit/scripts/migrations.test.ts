// @vitest-environment node
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** On a hosted project it blocks every sign-in until it is committed (supabase/README.md, 'A change'). */
const LOCKING_DROP =
  /\bdrop\s+(?:trigger|policy)\s(?:[^;"]|"[^"]*")*?\son\s+(?!"?(?:public|private)"?\s*\.)[^;]*/gi;

const SUPABASE = new URL('../../../supabase/', import.meta.url);

test('the schema and the migrations drop no trigger or policy on the services’ tables', async () => {
  const names = await readdir(SUPABASE, { recursive: true });
  const files = names.filter((name) => name.endsWith('.sql'));
  const drops = files.map(async (name) =>
    (await readFile(new URL(name, SUPABASE), 'utf8')).match(LOCKING_DROP),
  );
  const instead = '`create or replace trigger` and `alter policy` lock no sign-in';
  expect(
    (await Promise.all(drops)).filter((found) => found !== null),
    instead,
  ).toEqual([]);
});

test('such a drop is found in all its spellings, and allowed on our own tables', () => {
  const sql = `
    drop trigger note_photo on storage.objects;
    DROP POLICY IF EXISTS "read; a photo" ON "storage" . "objects";
    set search_path = auth; drop trigger t on users;
    drop trigger t on public.stores; drop policy if exists p on "private"."guests";`;
  expect(sql.match(LOCKING_DROP)).toHaveLength(3);
});
