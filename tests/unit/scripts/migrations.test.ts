// @vitest-environment node
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { writeBaseline } from '../../../scripts/baseline.ts';

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

test('the baseline is written from the schema only as long as no migration follows it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-baseline-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const part of ['schemas', 'migrations']) await mkdir(join(folder, part));
  const written = async (schema: string) => {
    await writeFile(join(folder, 'schemas', '10_stores.sql'), schema);
    await writeBaseline(pathToFileURL(`${folder}/`));
    return readFile(join(folder, 'migrations', '20251124000000_baseline.sql'), 'utf8');
  };
  expect(await written('-- Stores.')).toContain('-- Stores.');
  expect(await written('-- Shops.')).toContain('-- Shops.');
  await writeFile(join(folder, 'migrations', '20260101000000_phone.sql'), '');
  expect(await written('-- Shops with a phone.')).toContain('-- Shops.');
});
