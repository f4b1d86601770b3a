import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** `npm run db:reset`: the next start begins with a new database. */
const dataDir = fileURLToPath(new URL('../.data/', import.meta.url));

await rm(dataDir, { recursive: true, force: true });
console.log('The local data is gone. The next start seeds it anew.');
