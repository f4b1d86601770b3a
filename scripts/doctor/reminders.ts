/** Whether the function that sends reminders is there and set up, and sends for no stranger. */
import { askBackend, type Context, described } from './ask.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

const WHAT = 'reminders';
const SET_UP = 'Run `npm run store -- reminders`, as in step 9 of docs/deploy.md.';

export async function checkReminders(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/functions/v1/notify', { method: 'POST' });
  switch (answer.status) {
    case 401:
      return [ok(WHAT, 'sent by a function that is closed to a stranger')];
    case 404:
      return [ok(WHAT, 'not offered: there is no function notify')];
    case 503:
      return [toMend(WHAT, 'the function is there, and has no keys', SET_UP)];
    case 200:
      return [toMend(WHAT, 'a stranger may have them sent', SET_UP)];
    default:
      return [unknown(WHAT, described(answer))];
  }
}
