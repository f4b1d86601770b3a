import { atom, computed, type WritableAtom } from 'nanostores';
import { Activity, act, memo } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreLogo } from '../../../src/islands/cards/StoreLogo.tsx';
import hydrate from '../../../src/islands/hydrate.ts';
import { Saved } from '../../../src/islands/screen/Saved.tsx';
import { SessionGuard } from '../../../src/islands/screen/SessionGuard.tsx';
import { useValue } from '../../../src/islands/use-value.ts';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { renderNodes, serializeChildren } from '../../../src/lib/platform/snapshot.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { startSession } from '../../../src/lib/state/session/session.ts';
import '../../../src/scripts/until-code-comes.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { gia, sessionOf } from '../state/open-page.ts';

/** A screen with a part that shows an answer, next to one that does not. */
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
  vi.useRealTimers();
  document.body.innerHTML = '';
  said.mockClear();
});

test.each([
  ['pre-rendered HTML is taken over, and then shows the current value', 'Loading', false, true],
  ['a snapshot is taken over as it stands', 'Free haircut', true, true],
  ['a snapshot of something else is rendered again, and only that', 'Free coffee', true, false],
])('%s, without a report', async (_, text, isSnapshot, isTakenOver) => {
  const { island, isSame } = await start(text, isSnapshot);
  expect([island.textContent, isSame]).toEqual(['Free haircut', isTakenOver]);
  expect(said).not.toHaveBeenCalled();
});

const GuestScreen = () => (
  <>
    <SessionGuard signedOut="login" />
    <Saved name="title">
      <p>Free haircut</p>
    </Saved>
  </>
);

test('a guest’s snapshot is taken over even though it lacks the notice for guests', async () => {
  vi.stubEnv('GUESTS', 'true');
  const device = memoryPlatform('/home');
  setPlatform(device);
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(gia)));
  await startSession();
  const island = document.createElement('astro-island');
  island.setAttribute('ssr', '');
  island.innerHTML =
    '<div class="live" role="status"></div>' +
    '<!--&--><div data-saved="title" data-snapshot=""><p>Free haircut</p></div><!--/&-->';
  document.body.append(island);
  const before = island.querySelector('p');
  await act(async () => hydrate(island)(GuestScreen, {}));
  expect(island.textContent).toContain('Your stamps are on this phone only.');
  expect(island.querySelector('[data-saved] > p')).toBe(before);
});

const LogoScreen = () => (
  <Saved name="logo">
    <StoreLogo name="Kape Tayo" priority="now" seed="7" url="/gone.png" />
  </Saved>
);

test('a snapshot of a logo that failed is taken over, so that a tap on it is not lost', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
  const shown = document.createElement('div');
  await act(async () => createRoot(shown).render(<LogoScreen />));
  const island = document.createElement('astro-island');
  island.setAttribute('ssr', '');
  island.innerHTML = '<!--&--><div data-saved="logo" data-snapshot=""></div><!--/&-->';
  const part = island.querySelector('[data-saved]');
  part?.append(...renderNodes(serializeChildren(shown.firstElementChild as Element), true));
  document.body.append(island);
  const before = part?.firstElementChild;
  await act(async () => hydrate(island)(LogoScreen, {}));
  expect(island.querySelector('[data-saved] > span')).toBe(before);
  expect(before?.textContent).toBe('K');
});

test('an island starts once', async () => {
  const { island } = await start('Free haircut', true);
  island.removeAttribute('ssr');
  hydrate(island)(() => {
    throw new Error('started again');
  }, {});
  expect(island.textContent).toBe('Free haircut');
});

/** nanostores stops computing a value that long after the last listener has gone. */
const UNMOUNT_MS = 1_000;

const $stamps = atom(3);
const $left = computed($stamps, (stamps) => 10 - stamps);
const Left = memo(() => <p>{useValue($left)} to go</p>);

test('a screen that is shown again shows what was computed while it was hidden', async () => {
  vi.useFakeTimers();
  const container = document.createElement('div');
  const root = createRoot(container);
  const render = (mode: 'visible' | 'hidden') =>
    act(async () =>
      root.render(
        <Activity mode={mode}>
          <Left />
        </Activity>,
      ),
    );
  await render('visible');
  expect(container.textContent).toBe('7 to go');
  await render('hidden');
  vi.advanceTimersByTime(UNMOUNT_MS);
  $stamps.set(9);
  await render('visible');
  expect(container.textContent).toBe('1 to go');
});

test('impatient taps on a button whose code is on its way count once', () => {
  document.body.innerHTML = '<astro-island ssr><button><b>Open now</b></button></astro-island>';
  const island = document.querySelector('astro-island');
  const label = document.querySelector('b');
  const tapped = vi.fn();
  label?.click();
  label?.click();
  island?.removeAttribute('ssr');
  island?.addEventListener('click', tapped);
  island?.dispatchEvent(new Event('astro:hydrate'));
  expect(tapped).toHaveBeenCalledOnce();
});

test('a clicked button gets the focus even if the browser gives it none, unless a field has it', () => {
  document.body.innerHTML = '<input><button><b>My code</b></button>';
  const field = document.querySelector('input');
  const label = document.querySelector('b');
  label?.click();
  expect(document.activeElement).toBe(label?.parentElement);
  field?.focus();
  label?.click();
  expect(document.activeElement).toBe(field);
});

test('a page whose first code can’t be loaded is reloaded, unless it has been before', async () => {
  const asked = vi.fn(async () => ({ ok: true }));
  vi.stubGlobal('fetch', asked);
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  document.body.innerHTML =
    '<link rel="preload"><link rel="modulepreload"><astro-island ssr></astro-island>';
  const fail = (name: string, type = 'error') =>
    document.querySelector(name)?.dispatchEvent(new Event(type, { bubbles: type !== 'error' }));
  const failures = [
    () => fail('[rel="modulepreload"]'),
    () => fail('astro-island', 'astro:hydration-error'),
  ];
  vi.stubGlobal('performance', { navigation: { type: 1 } });
  for (const happen of failures) happen();
  vi.stubGlobal('performance', { navigation: { type: 0 } });
  // Only letters.
  fail('[rel="preload"]');
  expect(asked).not.toHaveBeenCalled();
  for (const [index, happen] of failures.entries()) {
    happen();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(index + 1));
  }
});

test.each([
  ['has loaded after all', '<astro-island></astro-island>'],
  ['is missing behind an open code', '<dialog open></dialog><astro-island ssr></astro-island>'],
])('a page whose first code %s when the host answers is not reloaded', async (_, then) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<object>();
  vi.stubGlobal('fetch', () => answered);
  vi.stubGlobal('performance', { navigation: { type: 0 } });
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  document.body.innerHTML = '<link rel="modulepreload"><astro-island ssr></astro-island>';
  document.querySelector('link')?.dispatchEvent(new Event('error'));
  document.body.innerHTML = then;
  const ok = vi.fn(() => true);
  answer({
    get ok() {
      return ok();
    },
  });
  await vi.waitFor(() => expect(ok).toHaveBeenCalled());
  expect(reload).not.toHaveBeenCalled();
});
