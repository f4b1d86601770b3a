import type { Database } from '../database.ts';

interface SqlError extends Error {
  code: string;
  detail?: string | undefined;
  hint?: string | undefined;
}

/**
 * Shim: database errors. The embedded backend answers every unknown SQLSTATE with a bare 500; the
 * hosted service returns code, message, details and hint under a status of its own.
 * Also keeps refusals, which are no faults, out of the terminal.
 */
export function answerSqlErrorsAsHosted(connection: Database['connection']): void {
  const original = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const known: unknown = original(error);
    const answer = isSqlError(known) && isUnknownToLite(known.code) ? asRaisedAnswer(known) : known;
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

/** The classes lite answers as the hosted service does; everything else it calls `SUP`. */
export function isUnknownToLite(code: string): boolean {
  const known =
    /^(21|22|42|53|55|PT)/.test(code) || ['23502', '23503', '23505', '25006'].includes(code);
  return !known;
}

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
