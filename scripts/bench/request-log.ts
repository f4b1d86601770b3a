import type { Handler } from '../server/static-site.ts';

export interface RequestLog {
  /** The paths that reached the server, which no cache answered, in their order; a caller may empty it. */
  requests: string[];
  watch(handler: Handler): Handler;
}

export function createRequestLog(): RequestLog {
  const requests: string[] = [];
  return {
    requests,
    watch: (handler) => (request) => {
      requests.push(new URL(request.url).pathname);
      return handler(request);
    },
  };
}
