// @vitest-environment node
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDataFolder, emptyDataFolder } from '../../../../scripts/server/data-folder.ts';
import {
  backendOptionsFrom,
  dataDirFrom,
  portFrom,
} from '../../../../scripts/server/start-options.ts';

test.each([
  [undefined, 4321],
  ['', 4321],
  ['80', 80],
  ['65535', 65_535],
])('a PORT of %s means %i', (text, port) => {
  expect(portFrom(text)).toBe(port);
});

test.each(['0', '65536', '-1', '80a', '1e3', ' 80'])('a PORT of "%s" is refused', (text) => {
  expect(() => portFrom(text)).toThrow('PORT must be a number from 1 to 65535');
});

test('STAMPCARD_DATA names the data folder, or memory', () => {
  expect(dataDirFrom(undefined)).toBe('.data');
  expect(dataDirFrom('elsewhere')).toBe('elsewhere');
  expect(dataDirFrom('memory')).toBeUndefined();
});

test('PUBLIC_GUESTS lets the backend have guests, as many in an hour as hosted', () => {
  expect(backendOptionsFrom({ PUBLIC_GUESTS: 'true' })).toEqual({ anonymousUsers: 30 });
  expect(backendOptionsFrom({})).toEqual({});
  expect(() => backendOptionsFrom({ PUBLIC_GUESTS: 'yes' })).toThrow(
    'PUBLIC_GUESTS must be true or false, but is "yes".',
  );
});

describe('the data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'data-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const claimedBy = (pid: number) => writeFile(join(folder, 'in-use-by'), String(pid));

  test('the data folder belongs to one process', async () => {
    // The parent of the test's process is running for certain.
    await claimedBy(process.ppid);
    expect(() => claimDataFolder(folder)).toThrow(
      `in use by another Stampcard (process ${process.ppid})`,
    );
  });

  test('the data folder is free again once that process is gone, or has let go', async () => {
    // Above the highest number Linux gives out.
    await claimedBy(99_999_999);
    claimDataFolder(folder)();
    claimDataFolder(folder)();
    expect(existsSync(join(folder, 'in-use-by'))).toBe(false);
  });

  test('the data folder is emptied of what is ours, and nothing else', async () => {
    const data = join(folder, 'data');
    claimDataFolder(data);
    await mkdir(join(data, 'postgres', 'base'), { recursive: true });
    await writeFile(join(data, 'signing-secret'), '');
    await writeFile(join(data, 'secret-key'), '');
    await writeFile(join(data, 'my thesis'), '');
    emptyDataFolder(data);
    expect(await readdir(data)).toEqual(['my thesis']);
    await rm(join(data, 'my thesis'));
    emptyDataFolder(data);
    expect(existsSync(data)).toBe(false);
  });

  test('a data folder that cannot be written is reported in one sentence', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(() => claimDataFolder(join(folder, 'file', 'below'))).toThrow('cannot be written');
  });
});
