/** How a list of 500 rewards scrolls and ticks on a slow phone: `npm run bench:list`. */
import { benchLongList } from './bench/long-list.ts';
import { browserName, writeSection } from './bench/page.ts';
import { asCommand, conclude } from './command.ts';

await asCommand(import.meta.main, async () => {
  const { tables, problems } = await benchLongList();
  const command = 'npm run bench:list';
  await writeSection({ name: 'list', command, engine: await browserName(), tables });
  conclude(problems, 'The list scrolls evenly, and its countdowns take no time.');
});
