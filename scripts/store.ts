/**
 * `npm run store -- create …`: stores, who works in them and their rewards, without SQL, on a hosted
 * project or in the demo (docs/stores.md). The secret key comes from SUPABASE_SECRET_KEY alone.
 */
import type { Environment } from '../src/lib/read-config.ts';
import { readEnvironment } from './build/settings.ts';
import { asCommand } from './command.ts';
import { readArguments, USAGE } from './store/arguments.ts';
import { carryOut } from './store/carry-out.ts';
import { findProject } from './store/project.ts';

await asCommand(import.meta.main, async () => {
  const asked = readArguments(process.argv.slice(2));
  if (asked === null) {
    console.log(USAGE);
    return;
  }
  // From the files that a build reads, only what is public: none of them has the key.
  const { SUPABASE_SECRET_KEY } = process.env;
  const env: Environment = { ...readEnvironment(), SUPABASE_SECRET_KEY };
  const project = await findProject(env, asked.url);
  const places = project.isDemo
    ? { till: `${project.url}/local/counter`, site: project.url }
    : {
        till: env.PUBLIC_MERCHANT_URL?.trim() || null,
        site: env.SITE_URL?.trim().replace(/\/$/, '') || null,
      };
  const done = await carryOut(project, asked.task, places);
  console.log(
    [project.isDemo ? `In the demo, ${project.url}:` : `At ${project.url}:`, ...done].join('\n'),
  );
});
