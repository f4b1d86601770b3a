import { beforeAll, expect, test } from 'vitest';
import { defenses } from '../defenses/defenses.ts';
import { backend, freshData } from './as.ts';

const rows = Object.values(defenses)
  .flat()
  .map(([name, ...off]) => ({ name, off }));

beforeAll(freshData);

/** Whether a test notices is seen by `npm run test:defenses`, which takes minutes. */
test.each(rows)('it is still there to be switched off: $name', async ({ off }) => {
  const { query } = await backend();
  await query('begin');
  try {
    for (const statement of off) await expect(query(statement)).resolves.toBeDefined();
  } finally {
    await query('rollback');
  }
});
