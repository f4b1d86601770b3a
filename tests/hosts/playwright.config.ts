import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import browser from '../browser/playwright.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The walk of the host that STAMPCARD_HOST names; scripts/test-hosts.ts goes through all hosts. */
export default defineConfig({
  ...browser,
  testDir: '.',
  reporter: [['list']],
  use: { ...browser.use, serviceWorkers: 'allow' },
  webServer: {
    ...(browser.webServer as object),
    command: 'node tests/hosts/server.ts',
    cwd: root,
    wait: { stdout: /Serving http:\/\/localhost:(?<stampcard_port>\d+)/ },
  },
});
