/** The built site and the local backend as one server. */
import { constants } from 'node:os';
import { isOfBackend } from '../../local-backend/addresses.ts';
import type { Backend } from '../../local-backend/create.ts';
import { makeEmptyCluster } from '../../local-backend/empty-cluster.ts';
import { type BackendOptions, OtherSchema } from '../../local-backend/options.ts';
import { isLoopback } from '../../src/lib/config.ts';
import { WORKER_ADDRESS } from '../../src/lib/platform/worker-names.ts';
import type { Building } from './build-if-stale.ts';
import { claimDataFolder, setAside } from './data-folder.ts';
import { type RunningServer, serve, type Upgrade } from './http-server.ts';
import { createStaticSite, createTillSite, type Handler } from './static-site.ts';

export interface ProductOptions {
  /** 0 takes any free port. */
  port: number;
  /** The folder that stores the data between starts; without one it is in memory. */
  dataDir?: string | undefined;
  /** The folder of the built site; `dist` without one. */
  site?: string | undefined;
  backend?: Partial<BackendOptions>;
  build?: () => Promise<Building | null>;
  /** Called when pages are answered; requests to the backend may still wait. */
  onPages?: (origin: string) => void;
  /** Receives every request first and may answer it. */
  before?: (product: Handler) => Handler;
  /** The same for every request to open a socket. */
  beforeSockets?: (product: Upgrade) => Upgrade;
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
  const release = dataDir === undefined ? undefined : claimDataFolder(dataDir);
  try {
    // Not before it is needed: it takes a second.
    const { createBackend } = await import('../../local-backend/create.ts');
    const open = () => createBackend({ remindsAtNight: true, ...options, origin, dataDir });
    const backend = await open().catch((error) => {
      if (dataDir === undefined || !(error instanceof OtherSchema)) throw error;
      console.log(`The data in ${dataDir} was of another version: ${error.message}.`);
      console.log(`It is in ${setAside(dataDir)} now; the demo starts over.`);
      return open();
    });
    return { ...backend, close: () => backend.close().finally(release) };
  } catch (error) {
    release?.();
    if (dataDir === undefined) throw error;
    // Incomplete, or from another version of the database: its own message would not help.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data in ${dataDir} cannot be used (${reason}). Remove that folder to start over.`,
    );
  }
}

/**
 * Opens the port first, so that a busy port is reported before anything else is done. A request is
 * answered as soon as what it needs is there: a page does not wait for the database.
 */
export async function runProduct(options: ProductOptions): Promise<RunningProduct> {
  const handler = Promise.withResolvers<Handler>();
  const opened = Promise.withResolvers<Backend>();
  let upgrade: Upgrade = () => false;
  const server: RunningServer = await serve(
    async (request) => (await handler.promise)(request),
    options.port,
    (...asked) => upgrade(...asked),
  );
  const origin = `http://localhost:${server.port}`;
  // A data folder in use is also reported before the pages are shown.
  if (options.dataDir) claimDataFolder(options.dataDir)();
  const building = await options.build?.();

  const till = createTillSite('dist-till', building?.all);
  const answerPages = async () => {
    await building?.pages;
    const readSite = () => createStaticSite(options.site ?? 'dist');
    const site = await readSite();
    let withWorker: Promise<Handler> | undefined;
    const answer: Handler = async (request) => {
      const { pathname, hostname } = new URL(request.url);
      const fromTill = await till(request);
      if (fromTill) return fromTill;
      if (isOfBackend(pathname) || !isLoopback(hostname)) {
        const fromBackend = await (await opened.promise).fetch(request);
        if (fromBackend) return fromBackend;
      }
      if (pathname !== WORKER_ADDRESS || !building) return site(request);
      withWorker ??= building.all.then(readSite);
      return (await withWorker)(request);
    };
    handler.resolve(options.before?.(answer) ?? answer);
    options.onPages?.(origin);
  };

  // Not in the way of the build: people look at its pages first.
  if (building) void makeEmptyCluster(constants.priority.PRIORITY_BELOW_NORMAL);
  // Opening the database blocks this process: the pages go first.
  await answerPages();
  const backend = await openBackend(origin, options.dataDir, options.backend);
  upgrade = options.beforeSockets?.(backend.upgrade) ?? backend.upgrade;
  opened.resolve(backend);
  await building?.all;
  return {
    origin,
    backend,
    close: async () => {
      await server.close();
      await backend.close();
    },
  };
}
