import type { Plugin } from 'vite';
import { readRewriteRules, rewrite } from '../../server/rewrite-rules.ts';

/** /store/{id} and /view-event/{id} on the development server. */
export function runtimeRoutes(): Plugin {
  const rules = readRewriteRules();
  return {
    name: 'runtime-routes',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        request.url = rewrite(request.url ?? '/', rules) ?? request.url;
        next();
      });
    },
  };
}
