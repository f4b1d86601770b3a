/** Whether a backend answers at the address, takes the key, and knows what time it is. */
import { type Answer, askBackend, described, isPage } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';
import type { Settings } from './sign-in.ts';

const WHAT = 'backend';

/** What the gateway of a hosted project says before any of its services is asked. */
function refusalOfGateway(context: Context, answer: Answer): Finding | null {
  const found = described(answer);
  switch (answer.status) {
    case 401:
    case 403:
      // Of something that stands before it, or in its place.
      if (isPage(answer)) return null;
      return toMend(
        'key',
        `the backend does not take it (${found})`,
        `Copy the publishable key of this very project, and see that it is not disabled: ${dashboard(context, 'settings/api-keys')}`,
      );
    case 402:
      return toMend(
        WHAT,
        `the project is restricted (${found})`,
        `A quota is used up or a bill is open: ${dashboard(context, 'settings/billing/subscription')}`,
      );
    case 540:
      return toMend(WHAT, 'the project is paused', `Restore it: ${dashboard(context, '')}`);
    default:
      return null;
  }
}

/** What came in the place of the settings and of a refusal in words; null where either came. */
function otherThanSettings(answer: Answer): string | null {
  const { json, status } = answer;
  if (isPage(answer)) return 'a web page';
  if (json === undefined) return 'what is no JSON';
  const external = (json as Settings | null)?.external;
  const isSettings = typeof external === 'object' && external !== null;
  return status === 200 && !isSettings ? 'JSON that is no settings of a sign-in' : null;
}

/** Asks for the settings of the auth service, which every backend gives to whoever has the key. */
export async function checkReach(context: Context): Promise<Finding[]> {
  const before = context.now();
  const answer = await askBackend(context, '/auth/v1/settings');
  const refusal = refusalOfGateway(context, answer);
  if (refusal) return [refusal];
  if (answer.failure) {
    return [
      toMend(
        WHAT,
        `${context.url}: ${answer.failure}`,
        `Compare the address with the Project URL, and see whether the project is paused: ${dashboard(context, 'settings/general')}`,
      ),
    ];
  }
  const other = otherThanSettings(answer);
  if (other !== null && answer.status < 500) {
    return [
      toMend(
        WHAT,
        `${context.url} answers with ${other} (HTTP ${answer.status})`,
        `That is a site or a proxy, not the backend. Give --url the Project URL: ${dashboard(context, 'settings/api')}`,
      ),
    ];
  }
  if (answer.status !== 200) {
    return [
      toMend(
        WHAT,
        described(answer),
        `Its services are in trouble: see the project’s logs, ${dashboard(context, 'logs/explorer')}`,
      ),
    ];
  }
  return [ok(WHAT, 'answers, and takes the key'), clock(answer, (before + context.now()) / 2)];
}

/** A date is rounded down to the second, and the way takes its time. */
const TOLERANCE_MS = 60_000;

function clock(answer: Answer, now: number): Finding {
  const what = 'clock';
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return unknown(what, 'the backend’s answers carry no date');
  const ahead = now - date;
  if (Math.abs(ahead) <= TOLERANCE_MS) return ok(what, 'the backend and this machine agree');
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  return toMend(
    what,
    `this machine is ${minutes} min ${ahead > 0 ? 'ahead of' : 'behind'} the backend`,
    'One of the two is wrong, and codes run out by the backend’s. A hosted project keeps its own clock: set this machine’s (automatic date and time). On a server of your own see `timedatectl`, and start its time service.',
  );
}
