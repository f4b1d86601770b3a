/** `npm run db:reset`: the next start begins with a new database. */
import { readEnvironment } from './build/settings.ts';
import { asCommand } from './command.ts';
import { claimDataFolder, emptyDataFolder } from './server/data-folder.ts';
import { dataDirFrom } from './server/start-options.ts';

await asCommand(import.meta.main, () => {
  const [argument] = process.argv.slice(2);
  if (argument !== undefined) {
    throw new Error(`There is no "${argument}" here: the folder is named by STAMPCARD_DATA.`);
  }
  const dataDir = dataDirFrom(readEnvironment().STAMPCARD_DATA);
  if (dataDir === undefined) {
    console.log('STAMPCARD_DATA=memory keeps nothing: there is nothing to reset.');
    return;
  }
  // Refuses while a running Stampcard uses it.
  claimDataFolder(dataDir);
  emptyDataFolder(dataDir);
  console.log(`The data in ${dataDir} is gone. The next start seeds it again.`);
});
