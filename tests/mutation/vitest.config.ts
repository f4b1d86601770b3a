/** The tests of the rules, and of what is read by them, always with the same inputs: a mutant must not die by luck. */
import { defineConfig } from 'vitest/config';

process.env.TZ = 'America/St_Johns';

export default defineConfig({
  test: {
    include: ['tests/unit/{domain,data}/**/*.test.ts'],
    setupFiles: ['tests/mutation/same-inputs.ts'],
    // As in vitest.config.ts; Stryker itself ends a mutant that never returns.
    testTimeout: 120_000,
  },
});
