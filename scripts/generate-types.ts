/**
 * `npm run db:types`: writes src/lib/data/database.types.ts as the migrations have it.
 * `--check` writes nothing and fails when the file is not up to date.
 */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { asCommand, conclude } from './command.ts';
import { askSupabase } from './supabase-command.ts';

const TARGET = new URL('../src/lib/data/database.types.ts', import.meta.url);
const BIOME = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));

/** The command leaves the formatting to us. */
async function formatted(source: string): Promise<string> {
  const biome = spawn(BIOME, ['format', '--stdin-file-path=types.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  biome.stdin.end(source);
  return text(biome.stdout);
}

await asCommand(import.meta.main, async () => {
  const types = await formatted(
    await askSupabase('gen', 'types', 'typescript', '--schema', 'public'),
  );
  if (!process.argv.includes('--check')) {
    await writeFile(TARGET, types);
    return;
  }
  const drift = (await readFile(TARGET, 'utf8')) !== types;
  conclude(
    drift ? ['database.types.ts is not what the migrations say: run `npm run db:types`.'] : [],
    'The types are those of the migrations.',
  );
});
