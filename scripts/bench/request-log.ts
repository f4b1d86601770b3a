import type { Handler } from '../server/static-site.ts';

const WORKER = '/worker.js';

/** A request that reached the server: no cache answered it. */
interface LoggedRequest {
  path: string;
  /** By the worker for itself, not for a page. */
  byWorker: boolean;
}

export interface RequestLog {
  /** In their order; a caller may empty it. */
  requests: LoggedRequest[];
  watch(handler: Handler): Handler;
}

export const toLoggedRequest = ({ url, headers }: Request): LoggedRequest => ({
  path: new URL(url).pathname,
  byWorker:
    headers.get('sec-fetch-dest') === 'serviceworker' ||
    (headers.get('referer') ?? '').endsWith(WORKER),
});

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  return {
    requests,
    watch: (handler) => (request) => {
      requests.push(toLoggedRequest(request));
      return handler(request);
    },
  };
}
