/**
 * Finds WebKit or Firefox for the tests in every engine, or installs it where that is possible: one
 * that is installed first, then the system's packages.
 *
 * Run by itself, with `webkit` or `firefox`, it prints the paths, or one sentence that says what to
 * install.
 */
import { globSync } from 'node:fs';
import { asCommand } from '../command.ts';
import {
  canInstall,
  installPackages,
  isProgram,
  namedProgram,
  onPath,
  updatePackages,
} from './programs.ts';

export const ENGINES = ['webkit', 'firefox'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The programs an engine consists of. */
export type Programs = Record<string, string>;

interface Engine {
  packages: string[];
  /** Null where something is missing. */
  installed(): Programs | null;
  /** What to do where it can't be installed from here. */
  request: string;
}

/** WebKitGTK's browser without a menu, which has no place on the PATH. */
const MINI_BROWSERS = [
  '/usr/lib/*/webkit2gtk-4.*/MiniBrowser',
  '/usr/lib*/webkit2gtk-4.*/MiniBrowser',
];

const FIREFOX_PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  `${process.env.PROGRAMFILES}\\Mozilla Firefox\\firefox.exe`,
];

const first = (paths: readonly string[]) => paths.find(isProgram) ?? null;

const KNOWN: Record<EngineName, Engine> = {
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    installed() {
      const driver = namedProgram('WEBKIT_DRIVER_PATH') ?? first(onPath('WebKitWebDriver'));
      const browser = first(globSync(MINI_BROWSERS).sort().toReversed());
      const screen = first(onPath('Xvfb'));
      return driver && browser && screen ? { driver, browser, screen } : null;
    },
    request:
      'WebKit is missing: install webkit2gtk-driver and xvfb (Debian, Ubuntu), or name a WebKitWebDriver in WEBKIT_DRIVER_PATH.',
  },
  firefox: {
    packages: ['firefox-esr'],
    installed() {
      const browser =
        namedProgram('FIREFOX_PATH') ??
        first([...onPath('firefox-esr', 'firefox'), ...FIREFOX_PLACES]);
      return browser ? { browser } : null;
    },
    request: 'Firefox is missing: install firefox-esr (Debian), or name a Firefox in FIREFOX_PATH.',
  },
};

/** Programs that start, or an error with one sentence. */
export function findEngine(name: EngineName): Programs {
  const { installed, packages, request } = KNOWN[name];
  const found = installed();
  if (found !== null) return found;
  if (canInstall()) {
    console.error(`Installing ${packages.join(' and ')} from the system's packages.`);
    updatePackages();
    installPackages(...packages);
  }
  const added = installed();
  if (added === null) throw new Error(request);
  return added;
}

export const isEngine = (name: string | undefined): name is EngineName =>
  ENGINES.some((known) => known === name);

await asCommand(import.meta.main, () => {
  const [name] = process.argv.slice(2);
  if (!isEngine(name)) throw new Error(`Name one of ${ENGINES.join(', ')}.`);
  for (const path of Object.values(findEngine(name))) console.log(path);
});
