/**
 * Finds a Chromium for the browser tests, or installs one where that is possible: an installed
 * Chrome or Chromium first, then the one Playwright keeps, then the system's packages, then
 * Playwright's download.
 *
 * Run by itself it prints the path, or one sentence that says what to install.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { asCommand } from '../command.ts';
import {
  canInstall,
  installPackages,
  isProgram,
  isRoot,
  namedProgram,
  onPath,
  run,
  updatePackages,
} from './programs.ts';

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

/** The one CHROMIUM_PATH names, one on the PATH, one in a usual place, or Playwright's own. */
export function installedBrowser(): string | null {
  const named = namedProgram('CHROMIUM_PATH');
  if (named !== null) return named;
  const usual = PLACES[process.platform] ?? [];
  return [...onPath(...NAMES), ...usual, chromium.executablePath()].find(isProgram) ?? null;
}

function install(): void {
  if (canInstall()) {
    console.error("No browser found: installing one from the system's packages.");
    // Older systems have no shell; on Ubuntu the package chromium is only a pointer to a snap,
    // hence the look afterwards.
    updatePackages();
    const installed = installPackages('chromium-headless-shell') || installPackages('chromium');
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
