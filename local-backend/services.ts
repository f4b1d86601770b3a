import type { App } from '@supabase/lite';
import type { Database } from './database.ts';
import type { BackendOptions } from './options.ts';
import { refuseLargeBody } from './refusals.ts';
import type { Secrets } from './secrets.ts';
import {
  askPasswordHook,
  createOperatorAccounts,
  refuseBanned,
  refuseBannedSession,
  refuseOperatorsFields,
} from './shims/accounts.ts';
import {
  confirmByCodeAlone,
  createVerificationLimit,
  rewordOtpErrors,
  spendCodesByGoogle,
  verifyEmailAsMagicLink,
  withholdCodes,
} from './shims/codes.ts';
import { redirectToFakeGoogle } from './shims/google.ts';
import { createGuests, createRefreshTokens, withTokens } from './shims/sessions.ts';
import { createSigningKeys } from './shims/signing-keys.ts';
import { formAsPlainUpload, inHostedWords, unlessKept } from './shims/storage.ts';
import {
  type PreRequest,
  quoteJsonArguments,
  refuseUnreadableToken,
  rollBackIfNotSingular,
} from './shims/tables.ts';

export interface ServiceParts extends Omit<BackendOptions, keyof Secrets>, Secrets {
  app: App;
  database: Database;
  preRequest: PreRequest;
}

type Work = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Sign-in, tables and files: lite, with the shims that change requests and answers. */
export function createServices(parts: ServiceParts, queue: Work) {
  const { app, database, origin, preRequest } = parts;
  const verifications = createVerificationLimit(parts.verificationLimit ?? 30);
  const withhold = withholdCodes(database);
  const sendCode = confirmByCodeAlone(database);
  const spendCodes = spendCodesByGoogle(database);
  const banned = refuseBanned(database);
  const bannedSession = refuseBannedSession(database);
  const guests = createGuests(database, parts.anonymousUsers ?? 0);
  const passwordHook = askPasswordHook(database);
  const makeAccount = createOperatorAccounts(database, parts.serviceKey);
  const quoteArguments = quoteJsonArguments(database);
  const oneObject = rollBackIfNotSingular(database);
  const keys = createSigningKeys(parts.signingKey, parts.jwtSecret);
  const refreshTokens = createRefreshTokens(database);

  /** lite, with the tokens of a hosted project. */
  const ask = async (request: Request): Promise<Response> => {
    const response = await app.fetch(keys.incoming(request));
    return new URL(request.url).pathname.startsWith('/auth/')
      ? withTokens(response, async ({ access_token, refresh_token }) => ({
          access_token: keys.signed(access_token),
          refresh_token: await refreshTokens.issued(refresh_token),
        }))
      : response;
  };
  const forward = (request: Request) => queue(() => ask(request));
  const forwardPassword = (request: Request) =>
    queue(async () => passwordHook(request, await ask(request)));

  const askNamed = async (request: Request) => guests.named(await ask(request));
  const forwardNamed = (request: Request) => queue(() => askNamed(request));

  const signIn = async (request: Request, path: string): Promise<Response> => {
    switch (path) {
      case '/auth/v1/otp':
        return (await queue(() => withhold(request))) ?? queue(() => sendCode(request, ask));
      case '/auth/v1/verify':
        return (
          verifications.refusal(request) ??
          (await queue(() => banned(request))) ??
          rewordOtpErrors(await forward(await verifyEmailAsMagicLink(request)))
        );
      case '/auth/v1/authorize':
        return redirectToFakeGoogle(await forward(request), origin);
      case '/auth/v1/signup':
        return (await queue(() => guests.signUp(request, askNamed))) ?? forwardPassword(request);
      case '/auth/v1/token': {
        const grant = new URL(request.url).searchParams.get('grant_type');
        if (grant === 'refresh_token') {
          return queue(
            async () => (await banned(request)) ?? refreshTokens.renew(request, askNamed),
          );
        }
        return grant === 'password' ? forwardPassword(request) : forwardNamed(request);
      }
      case '/auth/v1/admin/users':
        return (await queue(() => makeAccount(request))) ?? forward(request);
      case '/auth/v1/user':
        return (
          (await queue(() => bannedSession(request, ask))) ??
          refuseOperatorsFields(request, forwardNamed)
        );
      case '/auth/v1/logout':
        return (await queue(() => bannedSession(request, ask))) ?? forward(request);
      case '/auth/v1/callback':
        return queue(() => spendCodes(request, ask));
      case '/auth/v1/settings':
        return request.method === 'GET' ? guests.told(await forward(request)) : forward(request);
      case '/auth/v1/.well-known/jwks.json':
        return request.method === 'GET' ? keys.publicKeys() : forward(request);
      default:
        return forward(request);
    }
  };

  const tables = async (request: Request, path: string): Promise<Response> => {
    const isCall = path.startsWith('/rest/v1/rpc/') && request.method === 'POST';
    const answer = () =>
      isCall ? queue(async () => ask(await quoteArguments(request))) : oneObject(request, forward);
    return refuseUnreadableToken(request) ?? preRequest.ofTables(path, answer);
  };

  const files = async (request: Request, path: string): Promise<Response> => {
    const isUpload = path.startsWith('/storage/v1/object/') && /^(POST|PUT)$/.test(request.method);
    const answer = await inHostedWords(async () =>
      forward(isUpload ? await formAsPlainUpload(request) : request),
    );
    return unlessKept(request, answer);
  };

  return {
    /** Without the limits and most shims, for the local pages. */
    forward,
    /** Resets the counters. */
    clear() {
      verifications.clear();
      guests.clear();
    },
    async fetch(request: Request): Promise<Response> {
      // As lite reads it: another spelling of a path must not bypass its shim.
      const path = decodedPath(request);
      if (path === null || path.includes('\0')) {
        return Response.json({ message: 'Invalid path' }, { status: 400 });
      }
      if (request.method === 'OPTIONS') {
        return new Response(null, { status: 204 });
      }
      if (path.startsWith('/auth/')) {
        return (await refuseLargeBody(request)) ?? signIn(request, path);
      }
      return path.startsWith('/rest/') ? tables(request, path) : files(request, path);
    },
  };
}

function decodedPath(request: Request): string | null {
  try {
    return decodeURI(new URL(request.url).pathname);
  } catch {
    return null;
  }
}
