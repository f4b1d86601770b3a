import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { launchOptions } from '../../scripts/testing/find-browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export default defineConfig({
  testDir: '.',
  outputDir: `${root}test-results`,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Tests also wait, for timers and for the backend: two cores carry three of them.
  workers: Math.max(3, availableParallelism() - 1),
  // Generous, for slow machines: tests that pass do not wait for it.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `${root}reports/browser.json` }]],
  use: {
    launchOptions: launchOptions(),
    // Names the call that hangs: a test that runs out of time does not say where.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    // Under load a sheet that begins to rise still seems at rest: the finger would lift off a different
    // button than it pressed. Tests of motion opt in.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Without pictures of each step, which take a third of the time; this way nothing is slower.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    // The tests check what pages ask the network for; worker.spec.ts checks the worker.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: 2,
      },
    },
  ],
  webServer: {
    command: 'node tests/browser/support/server.ts',
    cwd: root,
    // Any free port; fixtures.ts reads it from STAMPCARD_PORT.
    wait: { stdout: /Serving http:\/\/localhost:(?<stampcard_port>\d+)/ },
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    timeout: 60_000,
  },
});
