// @vitest-environment node
import { expect, test, vi } from 'vitest';
import type { firstReads } from '../../../src/lib/state/first-reads.ts';
import { MORNING, openPage, settle } from './open-page.ts';

// Of the document, which is not here.
vi.mock('../../../src/lib/platform/carry-photo.ts', () => ({ carryPhotos: () => undefined }));

/** What a page asks once this has begun. */
async function asked(path: string, begin: () => Promise<unknown>): Promise<unknown[]> {
  const { backend } = await openPage(path);
  await begin();
  await settle();
  return backend.requests.map(({ method, path: to, query, headers, body }) => [
    ...[method, to, `${query}`, headers.get('prefer'), body],
  ]);
}

test.each<[keyof typeof firstReads, folder: string, path: string]>([
  ['home', 'home', '/home'],
  ['events', 'events', '/events'],
  ['viewEvent', 'view-event', '/view-event/7'],
  ['rewards', 'rewards', '/rewards'],
  ['transactions', 'transactions', '/transactions'],
  ['redeem', 'redeem', '/redeem?reward=7'],
  ['store', 'store', '/store/7'],
])('what is asked early on %s is what its code asks for', async (screen, folder, path) => {
  const early = await asked(path, async () => {
    const { firstReads: reads } = await import('../../../src/lib/state/first-reads.ts');
    await Promise.allSettled(reads[screen]?.('ana', '7', MORNING) ?? []);
  });
  const byCode = await asked(path, () => import(`../../../src/islands/${folder}/preload.ts`));
  expect(early).not.toEqual([]);
  expect(byCode).toEqual(expect.arrayContaining(early));
});
