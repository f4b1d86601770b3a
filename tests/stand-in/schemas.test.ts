import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBackend } from '../../local-backend/create.ts';
import { readSchemas } from '../../scripts/baseline.ts';
import { backend, ORIGIN } from '../database/as.ts';
import { CATALOG } from './catalog.ts';

/** supabase/schemas says what the database is, supabase/migrations how it gets there. */
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
