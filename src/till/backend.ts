/** The only part of the till that talks to the backend; what only the log asks is in log-entries.ts. */
import { PostgrestClient, type PostgrestError } from '@supabase/postgrest-js';
import { AuthClient, isAuthRetryableFetchError } from '@supabase/supabase-js';
import * as text from '#text/till.ts';
import { beingUpdated } from '#text/versions.ts';
import { config } from '../lib/config.ts';
import { fetchFromAuth, fetchFromBackend } from '../lib/data/backend-fetch.ts';
import { CLOCK_CODE, isSchemaGap } from '../lib/data/data-error.ts';
import type { Database, Json } from '../lib/data/database.types.ts';
import type { Id } from '../lib/domain/entities.ts';
import { CALL_TIMEOUT_MS, DEFAULT_STAMP_GOAL } from '../lib/domain/limits.ts';
import { withTimeout } from '../lib/platform/with-timeout.ts';
import type { Code } from './decode.ts';

const url = config.supabaseUrl || location.origin;
const headers = { apikey: config.supabaseAnonKey };

/** What the device can't keep, being full or forbidding it, lasts as long as the page. */
export const unkept = new Map<string, string>();

/** Reads or writes this device's storage; null if that is full, blocked or garbled. */
export function onDevice<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Its session is stored separately: in the demo the customers' site is on the same origin. */
export const auth = new AuthClient({
  url: `${url}/auth/v1`,
  headers,
  fetch: fetchFromAuth,
  storageKey: 'stampcard-till.session',
  storage: {
    getItem: (key) => unkept.get(key) ?? onDevice(() => localStorage.getItem(key)),
    setItem(key, value) {
      unkept.set(key, value);
      onDevice(() => {
        localStorage.setItem(key, value);
        unkept.delete(key);
      });
    },
    removeItem(key) {
      unkept.delete(key);
      onDevice(() => localStorage.removeItem(key));
    },
  },
  flowType: 'pkce',
  detectSessionInUrl: false,
});

export const tables = new PostgrestClient<Database>(`${url}/rest/v1`, {
  headers,
  // The person at the till asks again.
  retry: false,
  // Includes the renewal of a token, which the client tries for half a minute.
  fetch: (input, init) => {
    const over = new AbortController();
    return withTimeout(askRenewed(input, { ...init, signal: over.signal }), CALL_TIMEOUT_MS, () => {
      // Sent later, it would be done for somebody who was given up meanwhile.
      over.abort();
      throw new Error();
    });
  },
});

const askRenewed: typeof fetch = async (input, init) => {
  const first = await asPerson(input, init);
  return first.status === 401 && (await isRenewed()) ? asPerson(input, init) : first;
};

const asPerson: typeof fetch = async (input, init) => {
  endPause();
  const { data, error } = await auth.getSession();
  // A request without a session is refused in words for programs.
  if (error) throw error;
  const sent = new Headers(init?.headers);
  if (data.session) sent.set('authorization', `Bearer ${data.session.access_token}`);
  return fetchFromBackend(input, { ...init, headers: sent });
};

const refreshToken = async () => (await auth.getSession()).data.session?.refresh_token;

/**
 * Whether a token that was refused is renewed: the clock of this device is wrong, or the session was
 * ended elsewhere, and then it ends here too.
 */
async function isRenewed(): Promise<boolean> {
  const before = await refreshToken();
  const { error } = await auth.refreshSession();
  // Not renewed because there was no answer, which is not a refusal.
  if (isAuthRetryableFetchError(error)) throw error;
  const after = error && (await refreshToken());
  // What was refused is no longer there: another tab has renewed it, or somebody else has signed in.
  if (after && after !== before) return true;
  if (error) await auth.signOut({ scope: 'local' });
  return error === null;
}

/** Whether there is a session on this device that can't be renewed at present. */
export async function isOutOfReach(): Promise<boolean> {
  const { error } = await auth.getSession();
  return isAuthRetryableFetchError(error);
}

/** The client pauses for a minute after a failed renewal; somebody who asks for it is not kept waiting. */
export function endPause(): void {
  // biome-ignore lint/complexity/useLiteralKeys: brackets reach what is protected, still checked.
  auth['lastRefreshFailure'] = null;
}

/** In the console, as the site does. */
const tellOperator = (gap: { message: string; code: string } | null): Promise<unknown> =>
  import('../lib/data/schema-gap.ts').then(
    ({ gapError }) => gapError(gap),
    () => undefined,
  );

/** Why something was not done. */
export class Refusal extends Error {
  /** One word, for programs; null if none of our functions answered. */
  readonly reason: string | null;
  /** Nobody knows whether it was done: the answer was lost. */
  readonly isUnanswered: boolean;

  /** @param unanswered what is said if no answer came */
  constructor(
    error: Pick<PostgrestError, 'code' | 'message' | 'details'> | null,
    status: number,
    unanswered: string = text.unanswered,
  ) {
    // A gateway in trouble, or half an answer, does not tell whether the backend has done it.
    const isLagging = error?.code === CLOCK_CODE;
    const isUnanswered = !isLagging && (status < 300 || status >= 500);
    // What the functions refuse (supabase/README.md); the interface's own errors are for programs.
    const isOurs = !isUnanswered && /^PT\d{3}$/.test(error?.code ?? '');
    const isGap = !isUnanswered && isSchemaGap(error, status);
    super(
      isUnanswered
        ? unanswered
        : isOurs || isLagging
          ? error?.message
          : isGap
            ? beingUpdated
            : text.failed,
    );
    this.isUnanswered = isUnanswered;
    this.reason = (isOurs && error?.details) || null;
    if (isGap) void tellOperator(error);
  }
}

/** What was answered. Throws a Refusal. */
export function answerOf<Data>(
  { data, error, status }: { data: Data; error: PostgrestError | null; status: number },
  unanswered?: string,
): NonNullable<Data> {
  if (error) throw new Refusal(error, status, unanswered);
  // Something in between answered that all is well, without a list or the customer's stamps.
  if (!Array.isArray(data) && !(Object(data).stamps_held >= 0))
    throw new Refusal(null, 0, unanswered);
  return data as NonNullable<Data>;
}

export type Functions = Database['public']['Functions'];

async function call<Name extends 'give_stamp' | 'redeem_reward' | 'undo_stamp'>(
  name: Name,
  args: Functions[Name]['Args'],
): Promise<Record<string, Json | undefined>> {
  return answerOf<unknown>(await tables.rpc(name, args as never)) as Record<
    string,
    Json | undefined
  >;
}

export interface Given {
  stampId: number;
  count: number;
  held: number;
  /** The customer's card's; null if the backend does not report it. */
  goal: number | null;
  store: string;
}

/** Gives stamps once, however often it is asked with this request id. Throws a Refusal. */
export async function giveStamps(
  payload: Code['payload'],
  options: { storeId: number; count: number; invoice: string; requestId: string },
): Promise<Given> {
  const answer = await call('give_stamp', {
    payload: payload as unknown as Json,
    store_id: options.storeId,
    stamp_count: options.count,
    invoice: options.invoice,
    request_id: options.requestId,
  });
  return givenOf(answer);
}

/** Takes back what was given in one go, once. Throws a Refusal. */
export async function undoStamps(
  stampId: number,
  options: { storeId: number; requestId: string },
): Promise<Given> {
  const answer = await call('undo_stamp', {
    store_id: options.storeId,
    stamp_id: stampId,
    request_id: options.requestId,
  });
  return givenOf(answer);
}

const givenOf = (answer: Record<string, Json | undefined>): Given => ({
  stampId: Number(answer.stamp_id),
  count: Number(answer.stamp_count),
  held: Number(answer.stamps_held),
  goal: Number(answer.stamps_needed) || null,
  store: String(answer.store_name),
});

export interface Redeemed {
  reward: string;
  count: number;
  held: number;
}

/** Redeems a reward once, however often it is asked with this request id. Throws a Refusal. */
export async function redeemReward(
  payload: Code['payload'],
  options: { notes: string; requestId: string },
): Promise<Redeemed> {
  const answer = await call('redeem_reward', {
    payload: payload as unknown as Json,
    notes: options.notes,
    request_id: options.requestId,
  });
  return {
    reward: String(answer.reward_title),
    count: Number(answer.stamps_spent),
    held: Number(answer.stamps_held),
  };
}

/** What a reward is, according to the backend. */
export interface Offer {
  title: string;
  price: number;
  storeId: number | null;
  store: string;
}

/** The reward with this number, or null if there is none. Throws a Refusal. */
export async function readOffer(rewardId: Id): Promise<Offer | null> {
  const answer = await tables
    .from('rewards')
    .select('title, stamps_needed, store_id, store_name')
    .eq('id', rewardId as never);
  const [row] = answerOf(answer);
  return row === undefined
    ? null
    : {
        title: row.title,
        price: row.stamps_needed ?? DEFAULT_STAMP_GOAL,
        storeId: row.store_id,
        store: row.store_name ?? '',
      };
}

export interface TillStore {
  id: number;
  name: string;
  isSuspended: boolean;
}

/** The stores the person works in, by name. Throws a Refusal. */
export async function myStores(): Promise<TillStore[]> {
  const answer = await tables
    .from('store_members')
    .select('stores(id, name, suspended)')
    .order('store_id');
  return answerOf(answer, text.storesFailed)
    .flatMap(({ stores }) => stores ?? [])
    .map(({ id, name, suspended }) => ({ id, name: name ?? '', isSuspended: suspended === true }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
