// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { memoryPlatform } from '../../memory-platform.ts';
import { openPage } from './open-page.ts';

const drawing = vi.hoisted(() => ({ texts: [] as string[], fails: false }));

vi.mock('../../../src/lib/platform/qr-image.ts', () => ({
  renderQr: (text: string, correction: string) => {
    drawing.texts.push(`${correction} ${text}`);
    if (drawing.fails) throw new Error('no drawing');
    return { size: 21, path: 'M0 0' };
  },
}));

async function open(device = memoryPlatform()) {
  drawing.texts = [];
  drawing.fails = false;
  await openPage('/home', { device });
  return { device, ...(await import('../../../src/lib/state/share.ts')) };
}

const ADDRESS = 'http://localhost:4321';

test('the share code is the site’s own address, rendered once', async () => {
  const { $shareQr, renderShareQr } = await open();
  expect($shareQr.get()).toEqual({ status: 'loading' });
  await renderShareQr();
  await renderShareQr();
  expect($shareQr.get()).toEqual({ status: 'ready', drawing: { size: 21, path: 'M0 0' } });
  expect(drawing.texts).toEqual([`H ${ADDRESS}`]);
});

test('a share code that could not be rendered can be rendered again', async () => {
  const { $shareQr, renderShareQr } = await open();
  drawing.fails = true;
  await renderShareQr();
  expect($shareQr.get()).toEqual({ status: 'failed' });
  drawing.fails = false;
  await renderShareQr();
  expect($shareQr.get()).toMatchObject({ status: 'ready' });
});

test('the system’s share sheet is all that is needed where there is one', async () => {
  const shared: object[] = [];
  const share = async (content: object) => {
    shared.push(content);
    return true;
  };
  const { $shareResult, device, shareSite } = await open({ ...memoryPlatform(), share });
  await shareSite();
  expect(shared).toEqual([
    { title: 'Stampcard', text: 'Smart Digital Stamps for Smart Businesses.', url: ADDRESS },
  ]);
  expect($shareResult.get()).toBe(null);
  expect(device.actions).toEqual([]);
});

test('the link is copied where there is no share sheet, and that is said', async () => {
  const { $shareResult, device, shareSite } = await open();
  await shareSite();
  expect(device.actions).toEqual([`copy ${ADDRESS}`]);
  expect($shareResult.get()).toBe('Link copied.');
});

test('the link is shown where it can’t be copied', async () => {
  const { $shareResult, shareSite } = await open({ ...memoryPlatform(), copy: async () => false });
  await shareSite();
  expect($shareResult.get()).toBe(`Here is the link: ${ADDRESS}`);
});
