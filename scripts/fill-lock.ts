/**
 * Completes the lock files. Packages with native parts list one optional package a platform;
 * npm leaves those out that it cannot see at the moment, and `npm ci` then refuses the lock file
 * ("Missing: … from lock file"). Each is added with its version and platform, which is all npm
 * needs to skip it here and to fetch it where it fits.
 *
 * `--check` changes nothing and fails when something is missing, or when the file names addresses.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { asCommand } from './command.ts';

interface Entry {
  version?: string;
  resolved?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, Entry>;
}

const SYSTEMS: Record<string, string> = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
};
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** `@esbuild/linux-arm64-musl` names its system, processor and C library. */
export function platformOf(name: string): { os?: string[]; cpu: string[]; libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = words.map((word) => SYSTEMS[word]).find((word) => word !== undefined);
  // workerd calls x64 by its width alone.
  const cpu = words.at(-1) === '64' ? 'x64' : words.find((word) => PROCESSORS.includes(word));
  if (cpu === undefined) throw new Error(`Cannot tell the platform of ${name}.`);
  const last = words.at(-1) ?? '';
  const libc = last === 'gnu' ? 'glibc' : last === 'musl' ? 'musl' : undefined;
  return {
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    ...(os && { os: [os] }),
  };
}

/** Looks upward through the node_modules folders, as Node does. */
function isInstalled(lock: LockFile, from: string, name: string): boolean {
  for (
    let folder = from;
    folder !== '';
    folder = folder.slice(0, folder.lastIndexOf('node_modules/'))
  ) {
    const inside = folder.endsWith('/') ? folder : `${folder}/`;
    if (lock.packages[`${inside}node_modules/${name}`]) return true;
  }
  return lock.packages[`node_modules/${name}`] !== undefined;
}

/** The entries npm left out. */
export function missingEntries(lock: LockFile): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isInstalled(lock, path, name)) continue;
      const { cpu, libc, os } = platformOf(name);
      // In npm's own order, so that `npm install` leaves the file as it is.
      missing[`node_modules/${name}`] = {
        version,
        cpu,
        ...(entry.dev && { dev: true }),
        ...(entry.devOptional && { devOptional: true }),
        ...(libc && { libc }),
        optional: true,
        ...(os && { os }),
      };
    }
  }
  return missing;
}

/** Entries with an address tie the lock file to one registry. */
export function entriesWithAddress(lock: LockFile): string[] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(([path]) => path);
}

/** The project's own, and those of what has packages of its own. */
const FILES = ['package-lock.json'];

function completeFile(name: string, check: boolean): void {
  const file = new URL(`../${name}`, import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const addressed = entriesWithAddress(lock);
  if (addressed.length > 0) {
    throw new Error(
      `${name} holds addresses ("resolved") for ${addressed.slice(0, 3).join(', ')}…; ` +
        'set omit-lockfile-registry-resolved (see .npmrc) and run npm install again.',
    );
  }
  const missing = missingEntries(lock);
  const names = Object.keys(missing);
  if (check && names.length > 0) {
    throw new Error(`${name} lacks ${names.join(', ')}: run node scripts/fill-lock.ts.`);
  }
  if (names.length > 0) {
    const byPath = ([a]: [string, Entry], [b]: [string, Entry]) => (a < b ? -1 : 1);
    lock.packages = Object.fromEntries(
      Object.entries({ ...lock.packages, ...missing }).sort(byPath),
    );
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  }
  console.log(
    check
      ? `${name} is complete and names no addresses.`
      : `${name}: ${names.length} entries added.`,
  );
}

await asCommand(import.meta.main, () => {
  for (const name of FILES) completeFile(name, process.argv.includes('--check'));
});
