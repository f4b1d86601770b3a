import { atom, type WritableAtom } from 'nanostores';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import hydrate from '../../../src/islands/hydrate.ts';
import { useValue } from '../../../src/islands/use-value.ts';

const Title = ({ $title }: { $title?: WritableAtom<string> }) => (
  <p>{useValue($title ?? atom(''))}</p>
);

/** An island on a page whose value has come since it was pre-rendered. */
async function start(html: string, isSnapshot: boolean) {
  const $title = atom('Loading');
  const island = document.createElement('astro-island');
  island.setAttribute('ssr', '');
  if (isSnapshot) island.dataset.snapshot = '';
  island.innerHTML = html;
  document.body.append(island);
  const before = island.firstChild;
  $title.set('Free haircut');
  await act(async () => hydrate(island)(Title, { $title }));
  return { island, isSame: island.firstChild === before };
}

const said = vi.fn();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockImplementation(said);
  vi.stubGlobal('reportError', said);
});
afterEach(() => {
  document.body.innerHTML = '';
  said.mockClear();
});

test('pre-rendered HTML is taken over, and then shows the present value', async () => {
  const { island, isSame } = await start('<p>Loading</p>', false);
  expect([island.textContent, isSame]).toEqual(['Free haircut', true]);
  expect(said).not.toHaveBeenCalled();
});

test('a snapshot is taken over as it stands', async () => {
  const { island, isSame } = await start('<p>Free haircut</p>', true);
  expect([island.textContent, isSame]).toEqual(['Free haircut', true]);
  expect(said).not.toHaveBeenCalled();
});

test('a snapshot that is not what there is to show is rendered again, without a report', async () => {
  const { island, isSame } = await start('<p>Free coffee</p>', true);
  expect([island.textContent, isSame]).toEqual(['Free haircut', false]);
  expect(said).not.toHaveBeenCalled();
});

test('an island starts once', async () => {
  const { island } = await start('<p>Free haircut</p>', true);
  island.removeAttribute('ssr');
  hydrate(island)(() => {
    throw new Error('started again');
  }, {});
  expect(island.textContent).toBe('Free haircut');
});
