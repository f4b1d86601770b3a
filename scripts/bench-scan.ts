/**
 * Whether a till can read the codes as the built page draws them: `npm run bench:scan`. Each is
 * photographed by a modelled camera (docs/decisions/scannable-codes.md), and decoded twice. Fails
 * where fewer of the pictures can be read than before. Writes its section of docs/benchmarks.md.
 */
import { chromium } from 'playwright';
import { browserName, writeSection } from './bench/page.ts';
import { CODES } from './bench/scan/codes.ts';
import { readEveryPicture } from './bench/scan/readings.ts';
import { photographScreens } from './bench/scan/screens.ts';
import {
  aimTable,
  codeTable,
  conditionTable,
  type Reading,
  scanProblems,
} from './bench/scan/shares.ts';
import { asCommand, conclude } from './command.ts';
import { runProduct } from './server/product.ts';
import { launchOptions } from './testing/find-browser.ts';

const DENSITY = 3;

async function readAll(origin: string): Promise<Reading[]> {
  const browser = await chromium.launch(launchOptions());
  try {
    const readings: Reading[] = [];
    for (const code of CODES) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: DENSITY,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      const screens = await photographScreens(context, DENSITY, code);
      await context.close();
      readings.push(...(await readEveryPicture(code, screens)));
      console.error(`${code.kind}, ${code.name}: read`);
    }
    return readings;
  } finally {
    await browser.close();
  }
}

await asCommand(import.meta.main, async () => {
  const product = await runProduct({ port: 0 });
  try {
    const readings = await readAll(product.origin);
    await writeSection({
      name: 'scan',
      command: 'npm run bench:scan',
      engine: await browserName(),
      tables: [aimTable(readings), codeTable(readings), conditionTable(readings)],
    });
    conclude(scanProblems(readings), 'No fewer pictures are read than before.');
  } finally {
    await product.close();
  }
});
