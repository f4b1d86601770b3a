/** A copy of the working tree to break things in, with the packages linked; removed afterwards. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Whatever a run may take on a slow machine; one that takes longer hangs. */
const LIMIT_MS = 8 * 60_000;

export interface Copy {
  folder: string;
  /** Whether a program of Node's, its arguments after it, ended well there. */
  run(...program: string[]): Promise<boolean>;
  /** Ends what runs in it, too. */
  remove(): void;
}

/** The files git knows or would add, as they are now; not what was built or installed. */
function copyFiles(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const gone = execFileSync('git', ['ls-files', '-z', '--deleted'], { encoding: 'utf8' });
  const deleted = new Set(gone.split('\0'));
  for (const file of execFileSync('git', list, { encoding: 'utf8' }).split('\0')) {
    if (file !== '' && !deleted.has(file)) cpSync(file, join(folder, file));
  }
}

/** Package by package, so that what tools keep beside them stays in the copy. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') && name !== '.bin') continue;
    symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));
  }
}

export function throwawayCopy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'stampcard-defences-'));
  const programs = join(folder, 'node_modules', '.bin');
  const running = new Set<() => void>();
  try {
    copyFiles(folder);
    linkPackages(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    folder,
    run: (...program) =>
      new Promise((resolve) => {
        // A group of its own, so that the programs it starts end with it.
        const child = spawn(process.execPath, program, {
          cwd: folder,
          // As in an npm script: what it starts by name is of the same version.
          env: { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) },
          stdio: 'ignore',
          detached: true,
        });
        const end = () => {
          if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
        };
        const timer = setTimeout(end, LIMIT_MS);
        running.add(end);
        child.once('error', () => resolve(false));
        child.once('exit', (code) => {
          clearTimeout(timer);
          running.delete(end);
          resolve(code === 0);
        });
      }),
    remove() {
      for (const end of running) end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
