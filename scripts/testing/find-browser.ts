/**
 * Finds a Chromium for the browser tests, or installs one where that is possible: an installed
 * Chrome or Chromium first, then the one Playwright keeps, then the system's packages, then
 * Playwright's download.
 *
 * Run by itself it prints the path, or one sentence that says what to install.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { asCommand } from '../command.ts';

/** The shell first: the same engine without the windows, and the tests take two thirds of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    `${process.env.HOME}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
  ],
  linux: ['/opt/google/chrome/chrome', '/snap/bin/chromium', '/usr/lib/chromium/chromium'],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map(
    (base) => `${process.env[base]}\\Google\\Chrome\\Application\\chrome.exe`,
  ),
};

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The one CHROMIUM_PATH names, one on the PATH, one in a usual place, or Playwright's own. */
export function installedBrowser(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!isProgram(named)) throw new Error(`CHROMIUM_PATH names ${named}, which cannot be run.`);
    return named;
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const usual = PLACES[process.platform] ?? [];
  return [...onPath, ...usual, chromium.executablePath()].find(isProgram) ?? null;
}

const isRoot = () => process.getuid?.() === 0;

function run(command: string, ...args: string[]): boolean {
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return result.status === 0;
}

function install(): void {
  if (existsSync('/usr/bin/apt-get') && isRoot()) {
    console.error("No browser found: installing one from the system's packages.");
    const add = (name: string) =>
      run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
    // Older systems have no shell; on Ubuntu the package chromium is only a pointer to a snap,
    // hence the look afterwards.
    const installed =
      run('apt-get', 'update', '-qq') && (add('chromium-headless-shell') || add('chromium'));
    if (installed && installedBrowser() !== null) return;
  }
  console.error("No browser found: installing Playwright's Chromium.");
  const playwright = fileURLToPath(
    new URL('../../node_modules/playwright/cli.js', import.meta.url),
  );
  const needs = isRoot() && process.platform === 'linux' ? ['--with-deps'] : [];
  run(process.execPath, playwright, 'install', ...needs, 'chromium');
}

/** A path that starts, or an error with one sentence. */
export function findBrowser(): string {
  if (installedBrowser() === null) install();
  const path = installedBrowser();
  if (path === null) {
    throw new Error(
      'The browser tests need Chrome or Chromium: install one, or name one in CHROMIUM_PATH.',
    );
  }
  return path;
}

/** Playwright's launch options that fit this machine. */
export function launchOptions(): { executablePath: string; args: string[] } {
  return {
    executablePath: findBrowser(),
    args: [
      // Chromium refuses its sandbox to root, which is what most containers are.
      ...(isRoot() ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  };
}

await asCommand(import.meta.main, () => {
  const path = findBrowser();
  console.log(`${path} (${execFileSync(path, ['--version']).toString().trim()})`);
});
