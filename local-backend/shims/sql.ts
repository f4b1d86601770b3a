/** Grants as in a hosted project, and SQL errors as PostgREST reports them. */
import type { Database } from '../database.ts';

/**
 * Shim: grants. The embedded backend grants every right to every role on the first request, so a
 * missing grant would work here and fail on a hosted project, and a revoked one would come back.
 */
export function leaveGrantsAlone(connection: Database['connection']): void {
  Object.defineProperty(connection, 'ensureRlsContext', { value: async () => true });
}

/** What a hosted project has before the first migration: its grants, none on tables of `public`, and who calls. */
export const HOSTED_ROLES = `
do $$
declare role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin noinherit', role_name);
    end if;
  end loop;
  alter role service_role bypassrls;
end $$;
create schema if not exists extensions;
grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
grant all on storage.objects, storage.buckets to anon, authenticated, service_role;
alter table storage.objects enable row level security;
alter table storage.buckets enable row level security;
-- By person alone, only lite can find a refresh token.
drop index if exists auth.refresh_tokens_user_id_idx;
-- That of lite takes an empty \`sub\` for none; this one refuses it, as no id.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
`;

interface SqlError extends Error {
  code: string;
  detail?: string | undefined;
  hint?: string | undefined;
}

/**
 * Shim: database errors. The embedded backend answers every unknown SQLSTATE with a bare 500; the
 * hosted service returns code, message, details and hint, with a status for each.
 * Also keeps refusals, which are not faults, out of the terminal.
 */
export function answerSqlErrorsAsHosted(connection: Database['connection']): void {
  const original = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const known: unknown = original(error);
    const answer =
      isSqlError(known) && !KNOWN_TO_LITE.test(known.code) ? asRaisedAnswer(known) : known;
    if (answer instanceof Error && known instanceof Error) {
      // lite prints it: one line instead of forty.
      const line = `Refused: ${isSqlError(known) ? `${known.code} ` : ''}${known.message}`;
      Object.assign(answer, { [INSPECT]: () => line });
    }
    return answer;
  };
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

function isSqlError(error: unknown): error is SqlError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}

/** The codes that lite answers as the hosted service does; everything else it calls `SUP`. */
const KNOWN_TO_LITE = /^(21|22|42|53|55|PT|23502|23503|23505|25006)/;

/** lite lets an error with the code PGRST set its own answer (a convention of PostgREST). */
function asRaisedAnswer(error: SqlError): Error {
  const { code, message, detail, hint } = error;
  const answer = new Error(
    JSON.stringify({ code, message, details: detail ?? null, hint: hint ?? null }),
  );
  return Object.assign(answer, {
    code: 'PGRST',
    detail: JSON.stringify({ status: hostedStatus(code), headers: {} }),
  });
}

/** PostgREST's table of statuses, for the codes that reach it here. */
function hostedStatus(code: string): number {
  if (code === 'P0001') {
    return 400;
  }
  if (/^(0L|0P|28)/.test(code)) {
    return 403;
  }
  if (/^08/.test(code)) {
    return 503;
  }
  return /^(09|25|2D|38|39|3B|40|54|57|58|F0|HV|P0|XX)/.test(code) ? 500 : 400;
}
