/** The built site and the local backend as one server. */
import { type Backend, createBackend } from '../../local-backend/create.ts';
import type { BackendOptions } from '../../local-backend/options.ts';
import { claimDataFolder } from './data-folder.ts';
import { type RunningServer, serve, type Upgrade } from './http-server.ts';
import { createStaticSite, type Handler } from './static-site.ts';
import { createTillSite } from './till-site.ts';

export interface ProductOptions {
  /** 0 takes any free port. */
  port: number;
  /** The folder that stores the data between starts; without one it is in memory. */
  dataDir?: string | undefined;
  /** The folder of the built site; `dist` without one. */
  site?: string | undefined;
  /** What the backend is told beyond that. */
  backend?: Partial<BackendOptions>;
  /** Runs while the backend starts, before the first answer. */
  build?: () => Promise<unknown>;
  /** Receives every request first and may answer it. */
  before?: (product: Handler) => Promise<Handler>;
}

export interface RunningProduct {
  origin: string;
  backend: Backend;
  close(): Promise<void>;
}

/** The local backend on its folder, which no other process may use meanwhile. */
export async function openBackend(
  origin: string,
  dataDir: string | undefined,
  options: Partial<BackendOptions> = {},
): Promise<Backend> {
  if (dataDir === undefined) return createBackend({ remindsAtNight: true, ...options, origin });
  const release = claimDataFolder(dataDir);
  try {
    const backend = await createBackend({ remindsAtNight: true, ...options, origin, dataDir });
    return { ...backend, close: () => backend.close().finally(release) };
  } catch (error) {
    release();
    // Incomplete, or from another version: the database's own message would not help.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data in ${dataDir} cannot be used (${reason}). Remove that folder to start over.`,
    );
  }
}

/** Opens the port first, so that a busy port is reported before anything else is done. */
export async function runProduct(options: ProductOptions): Promise<RunningProduct> {
  let setHandler: (handler: Handler) => void = () => {};
  const handler = new Promise<Handler>((resolve) => {
    setHandler = resolve;
  });
  let upgrade: Upgrade = () => false;
  const server: RunningServer = await serve(
    async (request) => (await handler)(request),
    options.port,
    (...asked) => upgrade(...asked),
  );
  const origin = `http://localhost:${server.port}`;
  const [backend] = await Promise.all([
    openBackend(origin, options.dataDir, options.backend),
    options.build?.(),
  ]);
  upgrade = backend.upgrade;
  const site = await createStaticSite(options.site ?? 'dist');
  const till = createTillSite();
  const product: Handler = async (request) =>
    (await till(request)) ?? (await backend.fetch(request)) ?? (await site(request));
  setHandler((await options.before?.(product)) ?? product);
  return {
    origin,
    backend,
    close: async () => {
      await server.close();
      await backend.close();
    },
  };
}
