/** `npm run store -- reminders`: makes the keys of Web Push, and has the project send what is due every minute. */
import { newKeys } from '../../supabase/functions/notify/keys.ts';
import { ask, type Project } from './project.ts';

interface Answer {
  changed: boolean;
  is_scheduled: boolean;
  /** Where the project can't call the function by itself. */
  call_secret: string | null;
}

export async function setUpReminders(
  project: Project,
  site: string | null,
  replace: boolean,
): Promise<string[]> {
  if (site === null) {
    throw new Error('SITE_URL is missing: a tap on a notification leads there.');
  }
  const function_url = `${project.url}/functions/v1/notify`;
  const settings = { ...(await newKeys()), function_url, site };
  const answer = (await ask(project, '/rest/v1/rpc/set_up_reminders', {
    settings,
    replace,
  })) as Answer;
  return [
    answer.changed
      ? `Reminders are set up, for ${site}.`
      : 'Reminders are set up already, just like this: nothing was changed.',
    ...(replace ? ['The keys are new: every phone has to be turned on again.'] : []),
    ...(answer.is_scheduled || project.isDemo
      ? []
      : [
          'The project can’t call its function by itself: turn on pg_cron and pg_net (Database → Extensions), and run this again. Or call it every minute from elsewhere:',
          `curl -X POST ${function_url} -H "Authorization: Bearer ${answer.call_secret}"`,
        ]),
  ];
}
