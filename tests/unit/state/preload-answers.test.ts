// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { rows } from '../data/fake-backend.ts';
import { openPage, settle } from './open-page.ts';

const open = async (found: object[]) => {
  const page = await openPage('/rewards');
  page.backend.answer('rest/rewards', rows(found));
  const { $rewards } = await import('../../../src/lib/state/rewards.ts');
  const begin = await import('../../../src/lib/state/reading/preload-answers.ts');
  return { ...page, ...begin, $rewards };
};

test('a screen’s reads begin before anything shows them, and once', async () => {
  const { $rewards, backend, preloadAnswers } = await open([{ id: 1 }]);
  preloadAnswers($rewards);
  await settle();
  $rewards.listen(() => undefined);
  await settle();
  // Those with an end, and those without.
  expect(backend.of('rest/rewards')).toHaveLength(2);
});

test('the first photo of a list is asked for as soon as the list is known, and no other', async () => {
  const { $rewards, preloadFirstPhoto, device } = await open([
    { id: 1, photo: '/demo/first.svg', date_end: '2026-12-01' },
    { id: 2, photo: '/demo/second.svg', date_end: '2026-12-02' },
  ]);
  preloadFirstPhoto($rewards, 'card');
  await settle();
  expect(device.actions).toEqual(['fetch /demo/first.svg']);
});

test('the first photo is asked for in the size of its card where the backend makes that', async () => {
  vi.stubEnv('PHOTO_TRANSFORMS', 'true');
  const { $rewards, preloadFirstPhoto, device } = await open([
    { id: 1, photo: '/storage/v1/object/public/rewards/uploads/1.jpg' },
  ]);
  preloadFirstPhoto($rewards, 'card');
  await settle();
  const sized = (width: number, height: number) =>
    `/storage/v1/render/image/public/rewards/uploads/1.jpg?width=${width}&height=${height}&resize=cover`;
  expect(device.actions).toEqual([
    `fetch ${sized(180, 135)} of ${sized(180, 135)} 1x, ${sized(360, 270)} 2x, ${sized(540, 405)} 3x`,
  ]);
});

test('a list without photos asks for none', async () => {
  const { $rewards, preloadFirstPhoto, device } = await open([{ id: 1 }]);
  preloadFirstPhoto($rewards, 'card');
  await settle();
  expect(device.actions).toEqual([]);
});

test('?show=code is taken out of the address, once, and nothing else is', async () => {
  const { device } = await openPage('/home?show=code&reward=7#top');
  const { consumeShowCode } = await import('../../../src/lib/state/address.ts');
  expect(consumeShowCode()).toBe(true);
  expect(device.actions).toEqual(['rewrite /home?reward=7#top']);
  expect(consumeShowCode()).toBe(false);
});
