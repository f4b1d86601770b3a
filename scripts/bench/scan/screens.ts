/** Pictures of the built page with a code on it, as it opens and enlarged. */
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { readBarcodes } from 'zxing-wasm/reader';
import { CODE_PATH } from '../../../src/lib/routes.ts';
import { signIn } from '../sign-in.ts';
import type { Screen } from './camera.ts';
import type { CodeCase, RedemptionCodeCase } from './codes.ts';

export const SIZES = ['nominal', 'enlarged'] as const;
export type Size = (typeof SIZES)[number];

export interface CodeOnScreen {
  screen: Screen;
  /** What the code says: read from the picture itself. */
  text: string;
}

/** The customer of the session gets another name. */
async function rename(page: Page, name: string): Promise<void> {
  await page.evaluate((fullName) => {
    const session = JSON.parse(localStorage.getItem('stampcard.session') ?? '{}');
    session.user.user_metadata = { full_name: fullName };
    localStorage.setItem('stampcard.session', JSON.stringify(session));
  }, name);
}

/** A project without our functions, with one reward and the stamps to pay it. */
async function offerReward(
  context: BrowserContext,
  { reward, store, stamps }: RedemptionCodeCase,
): Promise<void> {
  const rows: Record<string, unknown[]> = {
    rewards: [{ ...reward, store_name: store.name, stores: { id: store.id, suspended: false } }],
    stamps: stamps.map((stamp) => ({ ...stamp, store_name: store.name })),
  };
  await context.route(/\/rest\/v1\/rpc\//, (route) =>
    route.fulfill({ status: 404, json: { code: 'PGRST202', message: 'There is no function.' } }),
  );
  await context.route(/\/rest\/v1\/\w+\?/, (route) => {
    const table = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    return route.fulfill({ json: rows[table] ?? [] });
  });
  await context.route(reward.photo, (route) => route.abort());
}

/** A stamp code changes with the day. */
const DAY = '2026-01-31T04:00:00Z';

async function openCode(page: Page, code: CodeCase): Promise<void> {
  await rename(page, code.customer);
  await page.clock.setFixedTime(DAY);
  if (code.kind === 'stamp code') {
    await page.goto(CODE_PATH);
  } else {
    await offerReward(page.context(), code);
    await page.goto(`/redeem?reward=${code.reward.id}`);
    await page.getByRole('button', { name: 'Redeem reward' }).click();
  }
}

async function picture(page: Page, density: number): Promise<CodeOnScreen> {
  const box = await page.getByRole('img', { name: /^QR code/ }).boundingBox();
  if (box === null) throw new Error('There is no code on the screen.');
  const png = await page.screenshot({ animations: 'disabled' });
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [found] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] });
  if (found === undefined) throw new Error('The code cannot be read in the screenshot itself.');
  const centre = { x: (box.x + box.width / 2) * density, y: (box.y + box.height / 2) * density };
  const { width, height } = info;
  return {
    screen: { width, height, pixels: new Uint8Array(data), centre, density },
    text: found.text,
  };
}

/** One code, in both sizes. */
export async function photographScreens(
  context: BrowserContext,
  density: number,
  code: CodeCase,
): Promise<Record<Size, CodeOnScreen>> {
  const page = await signIn(context);

  await openCode(page, code);

  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const nominal = await picture(page, density);
  await page.getByRole('button', { name: 'Enlarge the code' }).click();
  return { nominal, enlarged: await picture(page, density) };
}
