import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ana, tess } from '../people.ts';
import { freshData } from './as.ts';
import { countOf, customerCode, give, redeem, redemptionCode } from './counter.ts';

/**
 * Arbitrary input, scanned or typed, down to SQL. FUZZ_CASES sets the number of cases of a test,
 * FUZZ_SEED repeats a run: a failure prints its seed and the smallest input that fails.
 */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env.FUZZ_CASES ?? 100);

vi.setConfig({ testTimeout: 3_600_000 });

async function fuzz<Input>(
  what: string,
  inputs: fc.Arbitrary<Input>,
  check: (input: Input) => Promise<void>,
): Promise<void> {
  process.stdout.write(`${what}: ${numRuns} cases, seed ${seed}\n`);
  await fc.assert(fc.asyncProperty(inputs, check), { seed, numRuns });
}

/** Any JSON value. NUL is the one character that the database cannot store: it has its own refusal. */
const anyJson = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme-composite' });

const corrupted = (good: Record<string, unknown>) =>
  fc
    .record({
      key: fc.constantFrom(...Object.keys(good)),
      value: fc.oneof(
        anyJson,
        fc.constantFrom(-1, 0, 1.5, 2 ** 53, '', ' ', '1 ', '01', 'null', '\u0000', ana.id, [[]]),
      ),
    })
    .map(({ key, value }) => ({ ...good, [key]: value }));

describe('a code with arbitrary content', () => {
  beforeAll(freshData);

  test('give_stamp gives nothing for an arbitrary code, without an internal error', async () => {
    const before = await countOf('stamps');
    const good = { ...customerCode(ana), hash: 'ffffffff' };
    await fuzz('give_stamp', fc.oneof(anyJson, corrupted(good)), async (payload) => {
      const result = await give(tess, payload);
      const status = 'refusal' in result ? result.refusal.status : 200;
      expect([400, 404, 410, 422]).toContain(status);
    });
    expect(await countOf('stamps')).toBe(before);
  });

  test('redeem_reward redeems nothing for an arbitrary code, without an internal error', async () => {
    const before = await countOf('redemptions');
    const good = { ...(await redemptionCode(ana)) };
    await fuzz('redeem_reward', fc.oneof(anyJson, corrupted(good)), async (payload) => {
      const result = await redeem(tess, payload);
      const status = 'refusal' in result ? result.refusal.status : 200;
      expect([400, 403, 404, 409, 422]).toContain(status);
    });
    expect(await countOf('redemptions')).toBe(before);
  });
});
