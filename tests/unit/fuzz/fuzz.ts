/**
 * Inputs that are nearly right, tried on the rules as a whole. FUZZ_CASES sets how many a test tries
 * (thousands before a release), FUZZ_SEED repeats a run: a failure prints its seed and the smallest
 * input that fails.
 */
import fc from 'fast-check';
import { vi } from 'vitest';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const cases = Number(process.env.FUZZ_CASES ?? 100);

// As long as it takes: how many cases there are is the caller's choice.
vi.setConfig({ testTimeout: 3_600_000 });

/** Tries the check, which throws where it fails, on every input; prints how many, and the seed. */
export function fuzz<T>(what: string, inputs: fc.Arbitrary<T>, check: (input: T) => void): void {
  process.stdout.write(`${what}: ${cases} cases, seed ${seed}\n`);
  fc.assert(fc.property(inputs, check), { seed, numRuns: cases });
}
