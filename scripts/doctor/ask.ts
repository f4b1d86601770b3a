/** Where to look, and one request with whatever its outcome: nothing is thrown. */

import { isLoopback } from '../../src/lib/config.ts';
import { onceClocksAgree } from '../../src/lib/data/clock-lag.ts';
import { readConfig, siteUrl as webAddress } from '../../src/lib/read-config.ts';
import { type Finding, ok, toMend } from './finding.ts';

/** What every check is given. */
export interface Context {
  url: string;
  /** The publishable key: what every stranger has. */
  key: string;
  /** The site's address without a trailing slash; null if only the backend is looked at. */
  site: string | null;
  /** The same of the stores' till. */
  till: string | null;
  /** Where a one-time code is sent; null for none. */
  email: string | null;
  /** Whether the site is built with PUBLIC_GUESTS. */
  guests: boolean;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  openSocket: (address: string) => WebSocket;
  /** Asks the person at the terminal; answers null if they cancel. Null if nobody is there. */
  askPerson: ((question: string) => Promise<string | null>) | null;
  deadlineMs: number;
}

/** A page of the project's dashboard. If the address does not name the project, it is chosen there. */
export function dashboard({ url }: Pick<Context, 'url'>, page: string): string {
  const [, project = '_'] = /^https:\/\/([a-z]{20})\.supabase\.co$/.exec(url) ?? [];
  return `https://supabase.com/dashboard/project/${project}/${page}`;
}

/** What to do if a key is not accepted. */
export const copyKey = (context: Pick<Context, 'url'>): string =>
  `Copy the publishable key of this very project, and see that it is not disabled: ${dashboard(context, 'settings/api-keys')}`;

/** What to do if the tables have no address. */
export const exposeSchema = (context: Pick<Context, 'url'>): string =>
  `Have the Data API expose the schema public: ${dashboard(context, 'integrations/data_api')}`;

/** What to do if the answer is 402. */
export const SEE_BILLING =
  'A quota is used up or a bill is open: https://supabase.com/dashboard/org/_/billing';

export interface Answer {
  /** 0 if there was no answer. */
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** Undefined if the answer isn't JSON. */
  json: unknown;
  /** Why there was no answer, else empty. */
  failure: string;
}

/** Asks, and again if the backend's clock lags for a moment; a redirect is an answer. */
export async function ask(
  { fetch, deadlineMs }: Pick<Context, 'fetch' | 'deadlineMs'>,
  address: string,
  init: RequestInit = {},
): Promise<Answer> {
  const once = () =>
    fetch(address, { redirect: 'manual', ...init, signal: AbortSignal.timeout(deadlineMs) });
  try {
    const response = await onceClocksAgree(await once(), once);
    const { status, headers } = response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const json: unknown = await new Response(bytes).json().catch(() => undefined);
    return { status, headers, bytes, text, json, failure: '' };
  } catch (error) {
    const none = { status: 0, headers: new Headers(), bytes: new Uint8Array(), text: '' };
    const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    const late = name === 'TimeoutError' && `nothing came within ${deadlineMs / 1000} s`;
    // Node's fetch says 'fetch failed', and why in its cause.
    return { ...none, json: undefined, failure: late || cause?.message || cause?.code || message };
  }
}

/** Asks the backend as a stranger does: with the public key, and as nobody in particular. */
export const askBackend = (
  context: Pick<Context, 'fetch' | 'deadlineMs' | 'url' | 'key'>,
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Answer> =>
  ask(context, context.url + path, {
    ...init,
    headers: {
      apikey: context.key,
      ...(init.body && { 'content-type': 'application/json' }),
      ...headers,
    },
  });

/** A service's refusal: its code, its words. Empty if the answer has none. */
export const codeOf = ({ json }: Answer): string => textOf(json, 'code', 'error_code');
export const messageOf = ({ json }: Answer): string => textOf(json, 'message', 'msg');

export const isPage = ({ headers, text }: Answer): boolean =>
  /text\/html/.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)/i.test(text);

export function described(answer: Answer): string {
  const target = answer.headers.get('location');
  if (target) return `leads to ${target}`;
  if (answer.failure) return answer.failure;
  if (isPage(answer)) return `HTTP ${answer.status} with a web page`;
  const words = [codeOf(answer), messageOf(answer)].filter((word) => word !== '').join(' ');
  return `HTTP ${answer.status}${words && `: ${words}`}`;
}

/** The auth service gives its code as a number, and the word for it separately. */
function textOf(json: unknown, ...names: string[]): string {
  const found = names.map((name) => Object(json)[name]);
  return found.find((value) => typeof value === 'string') ?? '';
}

/** As typed; undefined if an option is missing. */
export type Given = Partial<Record<'url' | 'key' | 'site' | 'till', string | undefined>>;

/** The build's sentences name its variables; the doctor was given options. */
const inOptions = (sentence: string): string =>
  sentence
    .replaceAll('PUBLIC_SUPABASE_URL', '--url')
    .replaceAll('PUBLIC_SUPABASE_ANON_KEY', '--key')
    .replaceAll('SITE_URL', '--site');

/** As the site's build reads them, or why it refuses them: then nothing is asked. */
export function checkAddresses({ url, key, site, till }: Given): {
  finding: Finding;
  read: Pick<Context, 'url' | 'key' | 'site' | 'till'> | null;
} {
  const what = 'addresses and key';
  // The demo of `npm start` may be looked at too: its site is on this machine as well.
  const isHere = url && URL.canParse(url) && isLoopback(new URL(url).hostname);
  try {
    const { supabaseUrl, supabaseAnonKey, siteUrl } = readConfig({
      PUBLIC_SUPABASE_URL: url,
      PUBLIC_SUPABASE_ANON_KEY: key,
      SITE_URL: site ?? (isHere ? 'http://localhost:4321' : 'https://site.example'),
      PUBLIC_MERCHANT_URL: 'https://merchants.example',
    });
    const read = {
      ...{ url: supabaseUrl, key: supabaseAnonKey, site: site ? siteUrl : null },
      till: till ? webAddress('--till', till.trim()) : null,
    };
    return { finding: ok(what, 'as the build takes them'), read };
  } catch (error) {
    const refusal = inOptions((error as Error).message);
    const rotate = refusal.includes('secret key')
      ? 'Rotate the secret key now if it was ever in a page, a build or a repository. '
      : '';
    const give = `Give --url the Project URL alone (https://….supabase.co), --key the publishable key (sb_publishable_…), --site and --till what people see: ${dashboard({ url: url ?? '' }, 'settings/api-keys')}`;
    return { finding: toMend(what, refusal, `${rotate}${give}`), read: null };
  }
}
