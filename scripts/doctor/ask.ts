/** One request, and whatever comes of it: an answer of any kind, or none in time. Nothing is thrown. */
import { CLOCK_DELAYS_MS, isTooEarly } from '../../src/lib/data/clock-lag.ts';
import type { Context } from './context.ts';

export interface Answer {
  /** 0 where there was no answer. */
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** Undefined where the answer is no JSON. */
  json: unknown;
  /** Why there was no answer, else empty. */
  failure: string;
}

type Asking = Pick<Context, 'fetch' | 'deadlineMs'>;

/** Asks, and again where the backend's clock lags for a moment; a redirect is an answer. */
export async function ask(
  asking: Asking,
  address: string,
  init: RequestInit = {},
): Promise<Answer> {
  let answer = await askOnce(asking, address, init);
  for (const delay of CLOCK_DELAYS_MS) {
    if (!isTooEarly(answer.status, messageOf(answer))) break;
    await new Promise((resolve) => setTimeout(resolve, delay));
    answer = await askOnce(asking, address, init);
  }
  return answer;
}

async function askOnce(
  { fetch, deadlineMs }: Asking,
  address: string,
  init: RequestInit,
): Promise<Answer> {
  const cancelled = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${deadlineMs / 1000} s`));
      cancelled.abort();
    }, deadlineMs);
  });
  const answer = async () => {
    const response = await fetch(address, {
      redirect: 'manual',
      ...init,
      signal: cancelled.signal,
    });
    return { response, bytes: await bytesOf(response) };
  };
  try {
    const { response, bytes } = await Promise.race([answer(), deadline]);
    const text = new TextDecoder().decode(bytes);
    const { status, headers } = response;
    return { status, headers, bytes, text, json: parsed(text), failure: '' };
  } catch (error) {
    const none = { status: 0, headers: new Headers(), bytes: new Uint8Array(), text: '' };
    return { ...none, json: undefined, failure: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Far more than anything that is asked for has: an answer without an end would fill the memory. */
const LONGEST = 10_000_000;

async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > LONGEST) throw new Error(`its answer is longer than ${LONGEST / 1e6} MB`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Asks the backend as a stranger does: with the public key, and as nobody in particular. */
export const askBackend = (
  context: Asking & Pick<Context, 'url' | 'key'>,
  path: string,
  { body, headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Answer> =>
  ask(context, context.url + path, {
    ...init,
    ...(body === undefined ? {} : { body }),
    headers: {
      apikey: context.key,
      authorization: `Bearer ${context.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });

/** Of the refusal of a service: its code, its words. Empty where the answer has none. */
export const codeOf = ({ json }: Answer): string => textOf(json, 'code', 'error_code');

export const messageOf = ({ json }: Answer): string => textOf(json, 'message', 'msg');

export const isPage = ({ headers, text }: Answer): boolean =>
  /text\/html/.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)/i.test(text);

/** An answer in a few words. */
export function described(answer: Answer): string {
  if (answer.failure) return answer.failure;
  if (isPage(answer)) return `HTTP ${answer.status} with a web page`;
  const words = [codeOf(answer), messageOf(answer)].filter((word) => word !== '').join(' ');
  return `HTTP ${answer.status}${words && `: ${words}`}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The auth service has its code as a number, and a word for it beside. */
function textOf(json: unknown, ...names: string[]): string {
  if (typeof json !== 'object' || json === null) return '';
  const found = names.map((name) => Reflect.get(json, name));
  return found.find((value) => typeof value === 'string') ?? '';
}

/** Node's fetch says 'fetch failed', and why in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = Reflect.get(cause, 'code');
  return REASONS[String(code)] ?? (cause.message || String(code));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host can’t be looked up at present',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody but itself',
};
