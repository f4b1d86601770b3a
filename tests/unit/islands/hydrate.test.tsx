import { atom, type WritableAtom } from 'nanostores';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import hydrate from '../../../src/islands/hydrate.ts';
import { Saved } from '../../../src/islands/screen/Saved.tsx';
import { useValue } from '../../../src/islands/use-value.ts';

/** A screen with a part that shows an answer, beside one that does not. */
const Screen = ({ $title }: { $title?: WritableAtom<string> }) => (
  <>
    <input />
    <Saved name="title">
      <Title $title={$title ?? atom('')} />
    </Saved>
  </>
);

const Title = ({ $title }: { $title: WritableAtom<string> }) => <p>{useValue($title)}</p>;

/** An island on a page whose value has come since it was pre-rendered; the server marks its parts. */
async function start(text: string, isSnapshot: boolean) {
  const $title = atom('Loading');
  const island = document.createElement('astro-island');
  island.setAttribute('ssr', '');
  const mark = isSnapshot ? 'data-snapshot=""' : '';
  island.innerHTML = `<input><!--&--><div data-saved="title" ${mark}><p>${text}</p></div><!--/&-->`;
  document.body.append(island);
  const before = ['input', 'p'].map((name) => island.querySelector(name));
  $title.set('Free haircut');
  await act(async () => hydrate(island)(Screen, { $title }));
  const [isInputSame, isSame] = ['input', 'p'].map(
    (name, index) => island.querySelector(name) === before[index],
  );
  expect(isInputSame).toBe(true);
  return { island, isSame };
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
  const { island, isSame } = await start('Loading', false);
  expect([island.textContent, isSame]).toEqual(['Free haircut', true]);
  expect(said).not.toHaveBeenCalled();
});

test('a snapshot is taken over as it stands', async () => {
  const { island, isSame } = await start('Free haircut', true);
  expect([island.textContent, isSame]).toEqual(['Free haircut', true]);
  expect(said).not.toHaveBeenCalled();
});

test('a snapshot that is not what there is to show is rendered again, and nothing beside it, without a report', async () => {
  const { island, isSame } = await start('Free coffee', true);
  expect([island.textContent, isSame]).toEqual(['Free haircut', false]);
  expect(said).not.toHaveBeenCalled();
});

test('an island starts once', async () => {
  const { island } = await start('Free haircut', true);
  island.removeAttribute('ssr');
  hydrate(island)(() => {
    throw new Error('started again');
  }, {});
  expect(island.textContent).toBe('Free haircut');
});
