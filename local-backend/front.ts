import type { App } from '@supabase/lite';
import type { Database } from './database.ts';
import type { Mailbox } from './mailbox.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { BackendOptions } from './options.ts';
import { createOriginCheck } from './own-origin.ts';
import { createLocalPages } from './pages/local-pages.ts';
import { createCodeLimit } from './shims/code-limit.ts';
import { redirectToStandIn } from './shims/google.ts';
import { quoteJsonArguments } from './shims/json-arguments.ts';
import { askPasswordHook } from './shims/password-hook.ts';
import { answerAtRangeEnd } from './shims/range-end.ts';
import { refuseUnreadableToken } from './shims/unreadable-tokens.ts';
import { formAsPlainUpload, inHostedWords } from './shims/uploads.ts';
import { createVerificationLimit } from './shims/verification-limit.ts';
import { speakOfACode, verifyEmailAsMagicLink } from './shims/verify-code.ts';

export interface FrontParts extends BackendOptions {
  app: App;
  database: Database;
  mailbox: Mailbox;
  reset(): Promise<void>;
}

const BACKEND_PATHS = /^\/((auth|rest|storage)\/v1|local)(\/|$)/;

/** The layer between the network and lite: the shims that change requests, and /local/*. */
export function createFront(parts: FrontParts) {
  const { app, database, origin } = parts;
  // The embedded database has a single session, and lite opens transactions on it without a lock:
  // two requests at once could read each other's settings, so one person could act as another.
  const queue = database.oneSession
    ? oneAtATime()
    : <Result>(work: () => Promise<Result>): Promise<Result> => work();
  const ownOrigin = createOriginCheck([origin, ...(parts.siteOrigins ?? [])]);
  const codes = createCodeLimit(parts.codeGapSeconds ?? 0);
  const verifications = createVerificationLimit(parts.verificationLimit ?? 30);
  const passwordHook = askPasswordHook(database);
  const quoteArguments = quoteJsonArguments(database);

  const forward = (request: Request) => queue(async () => app.fetch(request));
  const reset = async () => {
    await queue(parts.reset);
    codes.clear();
    verifications.clear();
  };
  const local = createLocalPages({ ...parts, forward, reset });

  const handleAuth = async (request: Request, { pathname, searchParams }: URL) => {
    switch (pathname) {
      case '/auth/v1/otp':
        return (await codes.refusal(request)) ?? forward(request);
      case '/auth/v1/verify':
        return (
          verifications.refusal(request) ??
          speakOfACode(await forward(await verifyEmailAsMagicLink(request)))
        );
      case '/auth/v1/authorize':
        return redirectToStandIn(await forward(request), origin);
      case '/auth/v1/signup':
        return askHook(request);
      case '/auth/v1/token':
        return searchParams.get('grant_type') === 'password' ? askHook(request) : forward(request);
      default:
        return forward(request);
    }
  };
  const askHook = (request: Request) =>
    queue(async () => passwordHook(request, await app.fetch(request)));

  const handleTables = async (request: Request, { pathname }: URL) => {
    const isCall = pathname.startsWith('/rest/v1/rpc/') && request.method === 'POST';
    return (
      refuseUnreadableToken(request) ??
      answerAtRangeEnd(request, await forward(isCall ? await quoteArguments(request) : request))
    );
  };

  const handleFiles = async (request: Request, { pathname }: URL) => {
    const isUpload =
      pathname.startsWith('/storage/v1/object/') && /^(POST|PUT)$/.test(request.method);
    return isUpload
      ? inHostedWords(await forward(await formAsPlainUpload(request)))
      : forward(request);
  };

  const handle = async (request: Request, url: URL): Promise<Response> => {
    if (/%00/.test(url.pathname)) {
      return Response.json({ message: 'Invalid path' }, { status: 400 });
    }
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204 });
    }
    if (url.pathname.startsWith('/auth/')) {
      return handleAuth(request, url);
    }
    return url.pathname.startsWith('/rest/')
      ? handleTables(request, url)
      : handleFiles(request, url);
  };

  return {
    reset,
    async fetch(request: Request): Promise<Response | null> {
      const url = new URL(request.url);
      if (!isThisMachine(url.hostname) && url.hostname !== new URL(origin).hostname) {
        return new Response('The local backend answers this machine only.', { status: 403 });
      }
      if (!BACKEND_PATHS.test(url.pathname)) {
        return null;
      }
      if (!ownOrigin.isAllowed(request)) {
        return new Response('Another site may not do this.', { status: 403 });
      }
      if (url.pathname === '/local' || url.pathname.startsWith('/local/')) {
        return local(request);
      }
      return ownOrigin.withCors(withoutStudio(await handle(request, url)), request);
    },
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Shim: lite answers unknown paths with the pages of its own studio. */
function withoutStudio(response: Response): Response {
  const isPage = response.ok && response.headers.get('content-type')?.includes('text/html');
  return isPage ? Response.json({ message: 'Not found' }, { status: 404 }) : response;
}
