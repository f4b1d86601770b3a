/**
 * `npm run check:advisors`: runs the official linter of Supabase, the one in a hosted project's
 * dashboard, on the migrations. It must report nothing.
 */
import { asCommand, conclude } from '../command.ts';
import { askSupabase } from '../supabase-command.ts';

interface Advice {
  name: string;
  level: string;
  detail: string;
}

/** In a new database no index has been used yet. */
const EXPECTED = 'unused_index';

await asCommand(import.meta.main, async () => {
  const advice: Advice[] = JSON.parse(await askSupabase('db', 'advisors', '--level', 'info'));
  if (!advice.some(({ name }) => name === EXPECTED)) {
    throw new Error('The advisors said nothing at all: they did not look at our tables.');
  }
  const problems = advice
    .filter(({ name }) => name !== EXPECTED)
    .map(({ name, level, detail }) => `${level} ${name}: ${detail}`);
  conclude(problems, 'The advisors have nothing to say about the migrations.');
});
