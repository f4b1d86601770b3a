/** Cleans and sends the errors of a page. Loaded by watch-errors.ts with the first of them. */
import { BASE_PATH } from '../lib/base-path.ts';
import { type ClientError, errorReport } from '../lib/domain/error-report.ts';
import { send } from '../lib/platform/send.ts';

/** A page that goes wrong goes wrong again and again. */
const MAX_REPORTS = 5;
/** A page that is being left aborts its requests, in some browsers before it is told that it is left. */
const WAIT_MS = 1000;

const sent = new Set<string>();

const errorOf = (event: ErrorEvent | PromiseRejectionEvent): ClientError =>
  'reason' in event
    ? { kind: 'rejection', thrown: event.reason }
    : {
        kind: 'error',
        thrown: event.error,
        place: { file: event.filename, line: event.lineno, column: event.colno },
      };

/**
 * @public Called by watch-errors.ts, which loads this.
 * @param isLeft called a moment later: a failure because its page is left is not an error
 */
export function report(
  event: ErrorEvent | PromiseRejectionEvent,
  route: string,
  isLeft: () => boolean,
): void {
  const found = errorReport(errorOf(event), {
    route,
    site: location.origin + BASE_PATH,
    release: import.meta.env.RELEASE,
    userAgent: navigator.userAgent,
  });
  if (found === null) return;
  const text = JSON.stringify(found);
  setTimeout(() => {
    if (isLeft() || sent.has(text) || sent.size >= MAX_REPORTS) return;
    sent.add(text);
    send(import.meta.env.ERRORS_URL, text);
  }, WAIT_MS);
}
