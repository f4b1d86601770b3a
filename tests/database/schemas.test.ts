import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBackend } from '../../local-backend/create.ts';
import { readSchemas } from '../../scripts/baseline.ts';
import { backend, ORIGIN } from './as.ts';
import { CATALOG } from './catalog.ts';

/** supabase/schemas says what the database is, supabase/migrations how it gets there. */
const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);

test('the migrations make what the schema files say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-schema-'));
  const schema = join(folder, 'schema.sql');
  await writeFile(schema, await readSchemas());
  const declared = await createBackend({ origin: ORIGIN, schema });
  try {
    const lines = await declared.query<{ line: string }>(CATALOG);
    expect(lines.length).toBeGreaterThan(1000);
    expect(await (await backend()).query(CATALOG)).toEqual(lines);
  } finally {
    await declared.close();
    await rm(folder, { recursive: true });
  }
});

test('no migration drops a trigger or a policy of the auth service, the storage or realtime', async () => {
  // On a hosted project that locks every sign-in until the migration is committed.
  for (const file of await readdir(MIGRATIONS)) {
    const sql = await readFile(new URL(file, MIGRATIONS), 'utf8');
    expect(sql).not.toMatch(/\bdrop\s+(trigger|policy)[^;]*\bon\s+"?(auth|storage|realtime)\b/i);
  }
});

test('a PostgreSQL that is too old is refused in words, before anything is made', async () => {
  const sql = (await readSchemas()).replace(/^--.*$/gm, '').trimStart();
  const block = sql.slice(0, sql.indexOf('$$;') + 3);
  expect(block).toMatch(/^do \$\$/);
  const database = await backend();
  await database.query(block);
  const ofAnOldOne = block.replaceAll("current_setting('server_version_num')", "'150008'");
  expect(ofAnOldOne).not.toBe(block);
  await expect(database.query(ofAnOldOne)).rejects.toThrow(
    'Stampcard needs PostgreSQL 17. This project is on 15: Project Settings → Infrastructure.',
  );
});
