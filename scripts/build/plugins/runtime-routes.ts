import type { Plugin } from 'vite';
import { rewrite } from '../../../src/lib/domain/rewrite.ts';
import { rewriteRules } from '../../hosts/rules.ts';

/** /store/{id} and /view-event/{id} on the development server. */
export function runtimeRoutes(): Plugin {
  const rules = rewriteRules();
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
