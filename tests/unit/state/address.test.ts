// @vitest-environment node
import { expect, test } from 'vitest';
import { eventPath, redeemPath, storePath } from '../../../src/lib/routes.ts';
import { openPage } from './open-page.ts';

const address = () => import('../../../src/lib/state/address.ts');

test.each([
  ['/store/3', '3'],
  ['/store/3/', '3'],
  ['/store/3?reward=7#top', '3'],
  ['/store/0', '0'],
  ['/store/a%2Fb', 'a/b'],
  ['/store/a/b', 'a/b'],
  ['/store/100%', '100%'],
  ['/store/%E0%A4%A', '%E0%A4%A'],
  ['/store/%C3%B1and%C3%BA', 'ñandú'],
  ['/store/..%2f..%2fadmin', '../../admin'],
  ['/store/%3Cscript%3E', '<script>'],
  ['/store/550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000'],
  ['/store?id=3', '3'],
  ['/store?id=a%2Bb&reward=7', 'a+b'],
  ['/store/?id=3', '3'],
  ['/store/3?id=4', '3'],
  ['/store', null],
  ['/store/', null],
  ['/store//', null],
  ['/store/%20', null],
  ['/store?id=', null],
  ['/store?id=%20', null],
  ['/stores/3', null],
  ['/storefront', null],
])('the store of %s is %j', async (path, id) => {
  await openPage(path);
  expect((await address()).idInAddress('/store')).toBe(id);
});

test.each(['3', 'a/b', '100%', 'ñandú', '🎟', 'a b', '?', '#', '%2F', '<b>', '..', 'a+b&c=d'])(
  'the id %j survives the way into an address and back',
  async (id) => {
    const { idInAddress, rewardInAddress } = await address();
    const { setPlatform } = await import('../../../src/lib/platform/platform.ts');
    const { memoryPlatform } = await import('../../memory-platform.ts');
    setPlatform(memoryPlatform(storePath(`x${id}`, id)));
    expect([idInAddress('/store'), rewardInAddress()]).toEqual([`x${id}`, id]);
    setPlatform(memoryPlatform(eventPath(`x${id}`)));
    expect(idInAddress('/view-event')).toBe(`x${id}`);
    setPlatform(memoryPlatform(redeemPath(id)));
    expect(rewardInAddress()).toBe(id);
  },
);

test('half of a surrogate pair, which no address can hold, is replaced', () => {
  expect(storePath('x\ud83d', '\ud83d')).toBe('/store/x%EF%BF%BD?reward=%EF%BF%BD');
});

test.each([
  ['/redeem?reward=7', '7'],
  ['/redeem?reward=a%26b', 'a&b'],
  ['/redeem?reward=7&reward=8', '7'],
  ['/redeem?reward=', null],
  ['/redeem', null],
])('the reward of %s is %j', async (path, id) => {
  await openPage(path);
  expect((await address()).rewardInAddress()).toBe(id);
});
