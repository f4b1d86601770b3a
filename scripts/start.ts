/**
 * `npm start`: the site and the local backend in one process on one port. Builds the site first
 * if it is missing or was made from others.
 *
 * PORT (4321), STAMPCARD_DATA (.data; `memory` keeps nothing).
 */

import { readEnvironment } from './build/settings.ts';
import { asCommand } from './command.ts';
import { buildSiteIfStale } from './server/build-if-stale.ts';
import { runProduct } from './server/product.ts';
import {
  backendOptions,
  dataDirFrom,
  portFrom,
  stopOnSignal,
  welcome,
} from './server/start-options.ts';

await asCommand(import.meta.main, async () => {
  const { PORT, STAMPCARD_DATA } = readEnvironment();
  const port = portFrom(PORT);
  const dataDir = dataDirFrom(STAMPCARD_DATA);
  const env = { SITE_URL: `http://localhost:${port}`, ...process.env };
  console.log('Starting Stampcard; the first time it is built, which takes a moment.');
  const product = await runProduct({
    port,
    dataDir,
    backend: await backendOptions(),
    build: () => buildSiteIfStale(env),
    onPages: (origin) => console.log(welcome(origin, dataDir)),
  });
  stopOnSignal(product.close);
});
