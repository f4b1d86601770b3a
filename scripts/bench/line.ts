import type { Handler } from '../server/static-site.ts';

const WORKER = '/worker.js';

/** A request that reached the server: no cache answered it. */
interface Asked {
  path: string;
  /** By the worker for itself, not for a page. */
  byWorker: boolean;
}

export interface Line {
  /** In their order; emptied by whoever wants to begin anew. */
  asked: Asked[];
  watch(handler: Handler): Handler;
}

export const askedBy = ({ url, headers }: Request): Asked => ({
  path: new URL(url).pathname,
  byWorker:
    headers.get('sec-fetch-dest') === 'serviceworker' ||
    (headers.get('referer') ?? '').endsWith(WORKER),
});

export function createLine(): Line {
  const asked: Asked[] = [];
  return {
    asked,
    watch: (handler) => (request) => {
      asked.push(askedBy(request));
      return handler(request);
    },
  };
}
