import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFileLoadingAllowed, resolveConfig } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackend } from '../../local-backend/create.ts';
import type { Database } from '../../local-backend/database.ts';
import { migrate } from '../../local-backend/migrate.ts';
import { openSecrets } from '../../local-backend/secrets.ts';
import { unserved } from '../../scripts/server/data-folder.ts';

/** A database that is kept in a folder between starts. */
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stampcard-data-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Five starts of a database on disk, on a machine that may be busy. */
const STARTS_TIMEOUT_MS = 240_000;

const DAY = 24 * 60 * 60 * 1000;
const start = () => createBackend({ origin: 'http://localhost:4331', dataDir });
const secret = () => readFile(join(dataDir, 'signing-secret'), 'utf8');
const ENDS = `select id, date_end from rewards where id in (1, 21) order by id`;
interface End {
  id: number;
  date_end: string;
}

test(
  'the data survives a restart, and the demo’s dates move with the calendar',
  async () => {
    const first = await start();
    await first.query(`insert into events (name) values ('Added by hand')`);
    const before = await first.query<End>(ENDS);
    const signedWith = await secret();
    await first.close();

    const seededOn = join(dataDir, 'seeded-on');
    const day = Date.parse(await readFile(seededOn, 'utf8'));
    await writeFile(seededOn, new Date(day - 30 * DAY).toISOString().slice(0, 10));
    const second = await start();
    const moved = await second.query<End>(ENDS);
    expect(moved.map(({ date_end }) => Date.parse(date_end))).toEqual(
      before.map(({ date_end }) => Date.parse(date_end) + 30 * DAY),
    );
    expect(await second.query(`select name from events where id > 100`)).toEqual([
      { name: 'Added by hand' },
    ]);
    expect(await secret()).toBe(signedWith);
    await second.close();

    const third = await start();
    expect(await third.query<End>(ENDS)).toEqual(moved);
    // A comment that was reworded since changes nothing; another statement does.
    await third.query(
      `update supabase_migrations.schema_migrations
        set statements = array[E'-- In other words.\\n' || statements[1]]`,
    );
    await third.close();

    const fourth = await start();
    expect(await fourth.query<End>(ENDS)).toEqual(moved);
    await fourth.query(
      `update supabase_migrations.schema_migrations set statements = array['older']`,
    );
    await fourth.close();
    await expect(start()).rejects.toThrow('it was made with another 20251124000000_baseline.sql');
  },
  STARTS_TIMEOUT_MS,
);

test('data from a migration that is not there any more is refused', async () => {
  const applied = [{ file: '20250101000000_tables.sql', statements: ['create table a ();'] }];
  const query = async <Row>() => applied as Row[];
  const script = async () => expect.unreachable('nothing is applied');
  const database = { query, script } as unknown as Database;
  await expect(migrate(database)).rejects.toThrow('it was made with another 20250101000000_tables');
});

test('the secrets of a database are made at random, and only its owner reads those in its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-secret-'));
  const origin = 'http://localhost:4331';
  const file = join(folder, 'signing-secret');
  const signingKey = join(folder, 'signing-key');
  try {
    const kept = await openSecrets({ origin, dataDir: folder });
    const again = await openSecrets({ origin, dataDir: folder });
    expect(again.jwtSecret).toBe(kept.jwtSecret);
    expect(again.signingKey).toEqual(kept.signingKey);
    const keyFile = join(folder, 'secret-key');
    expect(await readFile(keyFile, 'utf8')).toBe(again.serviceKey);
    for (const path of [file, signingKey, keyFile]) {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
    await rm(file);
    await rm(signingKey);
    const anew = await openSecrets({ origin, dataDir: folder });
    const all = [kept, again, anew, await openSecrets({ origin }), await openSecrets({ origin })];
    // One was read again; every other one is new.
    expect(new Set(all.map(({ jwtSecret }) => jwtSecret)).size).toBe(4);
    expect(new Set(all.map(({ signingKey: { d } }) => d)).size).toBe(4);
    expect(new Set(all.map(({ serviceKey }) => serviceKey)).size).toBe(5);
    for (const { jwtSecret, serviceKey } of all) {
      expect(jwtSecret).toMatch(/^[\w-]{43}$/);
      expect(serviceKey).toMatch(/^sb_secret_[\w-]{43}$/);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the development server serves no data, and no key of it', async () => {
  const root = process.cwd();
  const server = { fs: { deny: unserved('elsewhere/demo') } };
  const config = await resolveConfig({ configFile: false, root, server }, 'serve');
  const isServed = (path: string) => isFileLoadingAllowed(config, join(root, path));
  for (const folder of ['.data', '.data-2', 'elsewhere/demo']) {
    expect(isServed(`${folder}/secret-key`)).toBe(false);
    expect(isServed(`${folder}/postgres/base/1`)).toBe(false);
  }
  expect(isServed('.env')).toBe(false);
  expect(isServed('src/lib/config.ts')).toBe(true);
});
