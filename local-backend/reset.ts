/** `npm run db:reset`: the next start begins with a new database. */
import { rm } from 'node:fs/promises';
import { asCommand } from '../scripts/command.ts';
import { claimDataFolder } from '../scripts/data-folder.ts';
import { dataDirFrom } from '../scripts/start-options.ts';

await asCommand(import.meta.main, async () => {
  const dataDir = dataDirFrom(process.env.STAMPCARD_DATA);
  if (dataDir === undefined) {
    console.log('STAMPCARD_DATA=memory keeps nothing: there is nothing to reset.');
    return;
  }
  // Refuses while a running Stampcard uses it.
  claimDataFolder(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  console.log(`The data in ${dataDir} is gone. The next start seeds it anew.`);
});
