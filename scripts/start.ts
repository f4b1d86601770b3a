/**
 * `npm start`: the site and the local backend in one process on one port. Builds the site first
 * if it is missing or older than its sources.
 *
 * PORT (4321), STAMPCARD_DATA (.data; `memory` keeps nothing).
 */
import { buildSiteIfStale } from './build-site.ts';
import { asCommand } from './command.ts';
import { runProduct } from './product.ts';
import { dataDirFrom, portFrom, stopOnSignal, welcome } from './start-options.ts';

await asCommand(
  import.meta.main,
  async () => {
    const port = portFrom(process.env.PORT);
    const dataDir = dataDirFrom(process.env.STAMPCARD_DATA);
    const env = { SITE_URL: `http://localhost:${port}`, ...process.env };
    console.log('Starting Stampcard; the first time it is built, which takes a moment.');
    const product = await runProduct({ port, dataDir, build: () => buildSiteIfStale('dist', env) });
    console.log(welcome(product.origin, dataDir));
    stopOnSignal(product.close);
  },
  { endOnError: true },
);
