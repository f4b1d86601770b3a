/** Firefox, by WebDriver BiDi. */
import puppeteer, { type BrowserContext, type Page } from 'puppeteer-core';
import { findEngine } from '../../../scripts/testing/find-browser.ts';
import { type Browser, type Device, ENVIRONMENT, LOCALE, type Tab, WINDOW } from './engine.ts';

/** Starting or loading a page takes its time on a busy machine. */
const SLOW_MS = 50_000;

const tabOf = (page: Page): Tab => {
  /** Only the tab in front has the focus. */
  const inFront = async <Result>(act: () => Promise<Result>) => {
    await page.bringToFront();
    return act();
  };
  return {
    show: () => page.bringToFront(),
    // Waits for the whole load: Firefox may never answer a navigation that cuts another one off.
    goto: async (address) => void (await page.goto(address, { waitUntil: 'load' })),
    evaluate: (run, ...args) => page.evaluate(run as (...given: unknown[]) => never, ...args),
    load: async (script) => void (await page.evaluate(script)),
    press: (x, y) => inFront(() => page.mouse.click(x, y)),
    type: (text) => inFront(() => page.keyboard.type(text)),
    key: (name) => inFront(() => page.keyboard.press(name)),
    // Puppeteer would wait in vain for the load of a page that the browser has kept.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    forward: () => page.evaluate(() => void setTimeout(() => history.forward())),
    screenshot: () => inFront(() => page.screenshot()),
  };
};

async function openDevice(context: BrowserContext): Promise<Device> {
  return {
    async openTab() {
      const page = await context.newPage();
      await page.setViewport(WINDOW);
      page.setDefaultTimeout(SLOW_MS);
      return tabOf(page);
    },
    close: () => context.close(),
  };
}

export async function launchFirefox(): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findEngine('firefox').browser ?? '',
    headless: true,
    timeout: SLOW_MS,
    env: ENVIRONMENT,
    extraPrefsFirefox: {
      'intl.accept_languages': LOCALE,
      'layout.css.prefers-color-scheme.content-override': 1,
      // Between a page with that policy and one without it (the stand-in for Google) Firefox changes
      // processes; on a busy machine presses and pictures were lost after that.
      'browser.tabs.remote.useCrossOriginOpenerPolicy': false,
      // No network traffic but the page's.
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
    },
  });
  return {
    newDevice: async () => openDevice(await browser.createBrowserContext()),
    close: () => browser.close(),
  };
}
