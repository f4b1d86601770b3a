/**
 * The browsers of the tests: one that an environment variable names, else one that is installed, else
 * one from the system's packages or, for Chromium, Playwright's download.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

export const ENGINES = ['webkit', 'firefox'] as const;
export type EngineName = (typeof ENGINES)[number];

type Programs = Record<string, string>;

interface Engine {
  /** Null if something is missing. */
  installed(): Programs | null;
  /** One after the other, until it is there. */
  install: (() => boolean)[];
  /** What to do if it can't be installed from here. */
  request: string;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** One of these names on the PATH, the first name first in each folder. */
function onPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function named(variable: string): string | undefined {
  const path = process.env[variable] || undefined;
  if (path && !isProgram(path)) throw new Error(`${variable} names ${path}, which cannot be run.`);
  return path;
}

const isRoot = () => process.getuid?.() === 0;

function run(command: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

/** Two runs of ours wait for each other, and for anyone else installing packages. */
const aptGet = (...args: string[]) =>
  run(
    ...(['flock', '--timeout', '900', join(tmpdir(), 'stampcard-apt-get.lock')] as const),
    ...['apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=600', ...args],
  );

const packages =
  (...names: string[]) =>
  (): boolean => {
    if (!isRoot() || !existsSync('/usr/bin/apt-get')) return false;
    console.error(`Installing ${names.join(' and ')} from the system's packages.`);
    // Somebody else updating the package list may block ours: then the list is there already.
    aptGet('update');
    return aptGet('install', '-y', '--no-install-recommends', ...names);
  };

function download(): boolean {
  console.error("No browser found: installing Playwright's Chromium.");
  const needs = isRoot() && process.platform === 'linux' ? ['--with-deps'] : [];
  const playwright = join(import.meta.dirname, '../../node_modules/playwright/cli.js');
  return run(process.execPath, playwright, 'install', ...needs, 'chromium');
}

const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
];
const FIREFOX_PLACES = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

const KNOWN: Record<EngineName | 'chromium', Engine> = {
  chromium: {
    installed() {
      const browser =
        named('CHROMIUM_PATH') ??
        // Not its faster shell: that one shows no notifications and keeps no page for going back.
        onPath('chromium', 'chromium-browser') ??
        onPath('google-chrome-stable', 'google-chrome', 'chrome') ??
        [...CHROMIUM_PLACES, chromium.executablePath()].find(isProgram);
      return browser ? { browser } : null;
    },
    // On Ubuntu the package is only a pointer to a snap.
    install: [packages('chromium'), download],
    request:
      'The browser tests need Chrome or Chromium: install one, or name one in CHROMIUM_PATH.',
  },
  webkit: {
    installed() {
      const driver = named('WEBKIT_DRIVER_PATH') ?? onPath('WebKitWebDriver');
      // WebKitGTK's minimal browser, which is not on the PATH.
      const folders = ['/usr/lib/*/webkit2gtk-4.*', '/usr/lib*/webkit2gtk-4.*'];
      const browsers = globSync(folders.map((folder) => `${folder}/MiniBrowser`));
      const browser = browsers.sort().toReversed().find(isProgram);
      const screen = onPath('Xvfb');
      return driver && browser && screen ? { driver, browser, screen } : null;
    },
    install: [packages('webkit2gtk-driver', 'xvfb')],
    request:
      'WebKit is missing: install webkit2gtk-driver and xvfb (Debian, Ubuntu), or name a WebKitWebDriver in WEBKIT_DRIVER_PATH.',
  },
  firefox: {
    installed() {
      const browser =
        named('FIREFOX_PATH') ?? onPath('firefox-esr', 'firefox') ?? FIREFOX_PLACES.find(isProgram);
      return browser ? { browser } : null;
    },
    install: [packages('firefox-esr')],
    request: 'Firefox is missing: install firefox-esr (Debian), or name a Firefox in FIREFOX_PATH.',
  },
};

/** Programs that start, or an error with one sentence. */
export function findEngine(name: EngineName | 'chromium'): Programs {
  const { installed, install, request } = KNOWN[name];
  let found = installed();
  for (const step of install) {
    if (found === null && step()) found = installed();
  }
  if (found === null) throw new Error(request);
  return found;
}

/**
 * Replaces Playwright's list, since only the last one counts: its features that matter to these tests,
 * and two that draw lists under an address bar nobody sees, a second and a half of CPU time per window.
 */
const UNUSED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Playwright's launch options that fit this machine. */
export const launchOptions = (): { executablePath: string; args: string[] } => ({
  executablePath: findEngine('chromium').browser ?? '',
  args: [
    // Chromium refuses its sandbox to root, which is what most containers are.
    ...(isRoot() ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    `--disable-features=${UNUSED_FEATURES.join()}`,
  ],
});
