/**
 * How soon a customer sees what a till does, and what that takes: `npm run bench -- live`. From the
 * tap to the picture on the built site, what many sockets take of the local Realtime, and what open
 * codes ask by the app's own numbers.
 */
import { randomUUID } from 'node:crypto';
import { chromium } from 'playwright';
import { paceTable } from './bench/live/pace.ts';
import { socketTable } from './bench/live/sockets.ts';
import { tapTable } from './bench/live/taps.ts';
import { browserName, writeSection } from './bench/section.ts';
import { asCommand, conclude } from './command.ts';
import { runProduct } from './server/product.ts';
import { launchOptions } from './testing/find-browser.ts';

await asCommand(import.meta.main, async () => {
  const jwtSecret = randomUUID();
  const product = await runProduct({ port: 0, backend: { jwtSecret } });
  const browser = await chromium.launch(launchOptions());
  try {
    const sockets = await socketTable(product, jwtSecret);
    const { table, problems } = await tapTable(browser, product);
    await writeSection('live', browserName(), [table, sockets, paceTable()]);
    conclude(problems, 'A customer sees at once what the till does.');
  } finally {
    await browser.close();
    await product.close();
  }
});
