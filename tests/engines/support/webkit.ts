/**
 * WebKit as GNOME ships it: WebKitGTK's MiniBrowser on an invisible screen. There is one browser for all
 * tests, since a separate session for each would take longer than the test.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../../local-backend/postgres-server.ts';
import { findEngine } from '../../../scripts/testing/find-browser.ts';
import { type Browser, type Device, ENVIRONMENT, type Tab, WINDOW } from './engine.ts';
import { WebDriver } from './web-driver.ts';

/** Large enough for the window with its bars, which takes the focus only if all of it fits. */
const SCREEN = { width: 420, height: 1000 };

/** Otherwise the window would be at least 447 px wide. */
const STYLE = '* { min-width: 0; }';

/** @returns the display's name, and the process to end it by */
async function startScreen(program: string): Promise<{ display: string; child: ChildProcess }> {
  const size = `${SCREEN.width}x${SCREEN.height}x24`;
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(child.stdio[3] as NodeJS.ReadableStream, 'data');
  return { display: `:${String(number).trim()}`, child };
}

/** The settings of a desktop with nothing but this window. */
async function writeSettings(folder: string): Promise<void> {
  await mkdir(join(folder, 'gtk-3.0'), { recursive: true });
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), STYLE);
}

class WebKit implements Browser {
  readonly #driver: WebDriver;
  readonly #end: () => Promise<void>;
  /** Stays open and empty, since the session would end with the last tab. */
  readonly #home: string;
  #inFront = '';

  constructor(driver: WebDriver, home: string, end: () => Promise<void>) {
    this.#driver = driver;
    this.#home = home;
    this.#end = end;
  }

  async #show(handle: string): Promise<WebDriver> {
    if (this.#inFront !== handle) await this.#driver.post('/window', { handle });
    this.#inFront = handle;
    return this.#driver;
  }

  /** Resizes the window so that the page below its bars has the size of a phone. */
  async #fit(handle: string): Promise<void> {
    const driver = await this.#show(handle);
    const inner = '() => ({ width: innerWidth, height: innerHeight })';
    const page = await driver.run<typeof WINDOW>(inner, []);
    const rect = await driver.get<typeof WINDOW>('/window/rect');
    if (page.width === WINDOW.width && page.height === WINDOW.height) return;
    await driver.post('/window/rect', {
      x: 0,
      y: 0,
      width: rect.width + WINDOW.width - page.width,
      height: rect.height + WINDOW.height - page.height,
    });
  }

  async #openTab(): Promise<Tab> {
    // MiniBrowser leaves a new tab behind the first one, but without a desktop a new window is in front.
    const kind = { type: 'window' };
    const { handle } = await this.#driver.post<{ handle: string }>('/window/new', kind);
    await this.#fit(handle);
    const tab = () => this.#show(handle);
    return {
      show: async () => void (await tab()),
      goto: async (url) => void (await (await tab()).post('/url', { url })),
      evaluate: async (run, ...args) => (await tab()).run(run.toString(), args),
      load: async (script) =>
        void (await (await tab()).post('/execute/sync', { script, args: [] })),
      press: async (x, y) => (await tab()).press(x, y),
      type: async (text) => (await tab()).type(text),
      key: async (name) => (await tab()).key(name),
      back: async () => void (await (await tab()).post('/back')),
      forward: async () => void (await (await tab()).post('/forward')),
      screenshot: async () => Buffer.from(await (await tab()).get<string>('/screenshot'), 'base64'),
    };
  }

  async newDevice(): Promise<Device> {
    const known = await this.#driver.get<string[]>('/window/handles');
    return {
      openTab: () => this.#openTab(),
      close: async () => {
        const handles = await this.#driver.get<string[]>('/window/handles');
        const own = handles.filter((handle) => !known.includes(handle));
        for (const [index, handle] of own.entries()) {
          const driver = await this.#show(handle);
          // All tabs share what the device stores.
          if (index === 0) await driver.run(EMPTY_DEVICE, []);
          await driver.delete('/window');
          this.#inFront = '';
        }
        await this.#show(this.#home);
      },
    };
  }

  async close(): Promise<void> {
    try {
      await this.#driver.delete('');
    } finally {
      // A driver that no longer answers is still ended.
      await this.#end();
    }
  }
}

const EMPTY_DEVICE = `async () => {
  localStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  const workers = await navigator.serviceWorker?.getRegistrations() ?? [];
  for (const worker of workers) await worker.unregister();
}`;

export async function launchWebKit(): Promise<Browser> {
  const programs = findEngine('webkit');
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-webkit-'));
  await writeSettings(folder);
  const { display, child: screen } = await startScreen(programs.screen ?? '');
  const port = await freePort();
  const driver = spawn(programs.driver ?? '', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...ENVIRONMENT,
      DISPLAY: display,
      XDG_CONFIG_HOME: folder,
      GTK_THEME: 'Adwaita',
      // In a container, as root and without a graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Drawn by software, layers stood still for a minute once in a few hundred screenshots.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      NO_AT_BRIDGE: '1',
    },
  });
  const children = [driver, screen];
  const kill = () => {
    for (const child of children) child.kill();
  };
  process.once('exit', kill);
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => void (await fetch(`${origin}/status`)), { timeout: 50_000 });
  const session = await WebDriver.begin(origin, {
    'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
  });
  const home = await session.get<string>('/window');
  return new WebKit(session, home, async () => {
    process.off('exit', kill);
    kill();
    await rm(folder, { recursive: true, force: true });
  });
}
