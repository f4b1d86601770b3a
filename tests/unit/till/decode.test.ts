import { afterEach, expect, test, vi } from 'vitest';
import { ana } from '../../../local-backend/people.ts';
import { CALL_TIMEOUT_MS } from '../../../src/lib/domain/limits.ts';
import { decodePicture, getDecoder, NoDecoder, readCode } from '../../../src/till/decode.ts';
import {
  type HeldOut,
  listenToScanner,
  NOTHING_TYPED,
  seen,
  typed,
} from '../../../src/till/scanner.ts';
import { codeOf, redemption, redemptionCode } from './counter.ts';

const reader = vi.hoisted(() => ({
  prepareZXingModule: vi.fn<() => Promise<void>>(),
  readBarcodes: vi.fn(async () => [{ text: 'a code' }]),
}));
vi.mock('zxing-wasm/reader', () => reader);
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: 'reader.wasm' }));

afterEach(() => void vi.useRealTimers());

test('a decoder that can’t be fetched is reported as missing, and is fetched again', async () => {
  reader.prepareZXingModule.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(getDecoder()).rejects.toThrow(NoDecoder);

  vi.useFakeTimers();
  const arrival = Promise.withResolvers<void>();
  reader.prepareZXingModule.mockReturnValueOnce(arrival.promise);
  const late = expect(getDecoder()).rejects.toThrow(NoDecoder);
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS);
  await late;

  arrival.resolve();
  const decode = await getDecoder();
  expect(await decode({} as ImageData)).toBe('a code');
  expect(reader.prepareZXingModule).toHaveBeenCalledTimes(2);
});

test('Stampcard’s code is read if there are several in view', async () => {
  const decode = await getDecoder();
  const inView = (...texts: string[]) =>
    reader.readBarcodes.mockResolvedValueOnce(texts.map((text) => ({ text })));
  const ours = codeOf(ana);
  const pixels = {} as ImageData;
  inView('https://example.com/menu', ours);
  expect(await decode(pixels)).toBe(ours);
  inView('https://example.com/menu', 'https://example.com/pay');
  expect(await decode(pixels)).toBe('https://example.com/menu');
  inView('');
  expect(await decode(pixels)).toBeNull();
});

test('a picture larger than a phone’s canvas is read at the largest size a canvas holds', async () => {
  const sizes: number[][] = [];
  const context = {
    drawImage: () => undefined,
    getImageData: (_x: number, _y: number, ...size: number[]) => {
      sizes.push(size);
      return {};
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 12_000, height: 9000, close }));
  reader.readBarcodes.mockResolvedValue([]);
  expect(await decodePicture(new Blob())).toBeNull();
  expect(sizes).toEqual([
    [1000, 750],
    [1600, 1200],
    [4000, 3000],
  ]);
  expect(close).toHaveBeenCalledOnce();
});

test('only a code that the app makes is read, even with space around it', () => {
  for (const scanned of [codeOf(ana), ` ${codeOf(ana)}\n`]) {
    expect(readCode(scanned)).toMatchObject({
      kind: 'customer',
      payload: { display_name: 'Ana Reyes', uid: ana.id, hash: expect.any(String) },
    });
  }
  expect(readCode(redemptionCode())).toEqual({ kind: 'redemption', payload: redemption });
  for (const content of ['', 'https://example.com', '{}', 'null', '\u0000', '💳'.repeat(5000)]) {
    expect(readCode(content)).toBeNull();
  }
});

test.each<[what: string, sightings: string, taken: string[]]>([
  ['starts once while it is held still', '0 Ana, 1.9 Ana, 3.8 Ana, 5.7 Ana', ['Ana']],
  ['starts again when it comes back', '0 Ana, 2 Ana', ['Ana', 'Ana']],
  ['starts at once after another one', '0 Ana, 0.1 Ben', ['Ana', 'Ben']],
  [
    'that is held out while the till is busy starts as soon as it is free',
    '0 Ana, 0.1 Ben busy, 0.2 Ben busy, 0.3 Ben, 0.4 Ben',
    ['Ana', 'Ben'],
  ],
  [
    'starts once even if another one is seen in between',
    '0 Ana, 0.2 poster, 0.4 Ana, 0.6 poster',
    ['Ana', 'poster'],
  ],
])('a code %s', (_what, sightings, expected) => {
  const taken: string[] = [];
  let heldOut: HeldOut = new Map();
  for (const sighting of sightings.split(', ')) {
    const [second, content = '', busy] = sighting.split(' ');
    const take = () => !busy && taken.push(content) > 0;
    heldOut = seen(heldOut, content, { now: Number(second) * 1000, take });
  }
  expect(taken).toEqual(expected);
});

test('Enter held down presses one button, and not the one that follows in its place', () => {
  const stop = listenToScanner(() => undefined);
  const presses = (repeat: boolean) =>
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, cancelable: true }));
  expect([presses(false), presses(true), presses(true)]).toEqual([true, false, false]);
  stop();
});

test('a scanner that ends with two keys does not submit the form it types into', () => {
  // The tests' document does not know which fields can be typed into.
  const field = Object.assign(document.createElement('input'), { matches: () => true });
  document.body.append(field);
  const onScan = vi.fn();
  const stop = listenToScanner(onScan);
  let timeStamp = performance.now();
  const goesOn = (key: string, gap: number) => {
    timeStamp += gap;
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    return field.dispatchEvent(Object.defineProperty(pressed, 'timeStamp', { value: timeStamp }));
  };
  for (const key of codeOf(ana)) expect(goesOn(key, 5)).toBe(true);
  expect([goesOn('Enter', 5), goesOn('Enter', 5), goesOn('Enter', 500)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(onScan).toHaveBeenCalledOnce();
  stop();
  field.remove();
});

/** Presses keys, each `gap` milliseconds after the one before; a number is a pause. */
function press(keys: readonly (string | number)[], gap: number) {
  let now = 0;
  let typing = NOTHING_TYPED;
  const contents: string[] = [];
  const swallowed: string[] = [];
  for (const key of keys) {
    if (typeof key === 'number') {
      now += key;
      continue;
    }
    now += gap;
    const next = typed(typing, key, now);
    typing = next.typing;
    if (next.content !== null) contents.push(next.content);
    if (next.isScanner) swallowed.push(key);
  }
  return { contents, swallowed };
}

const CODE = '{"display_name":"Ana Reyes"}';

test.each([
  ['a code and Enter, without a pause', [...CODE, 'Enter'], 5, [CODE]],
  ['a code and Tab, as some are set', [...CODE, 'Tab'], 5, [CODE]],
  ['with Shift pressed for its capitals', ['Shift', ...CODE, 'Shift', 'Enter'], 40, [CODE]],
  ['two codes, one after the other', [...CODE, 'Enter', ...CODE, 'Enter'], 5, [CODE, CODE]],
  ['after a key that a person pressed', ['x', 500, ...CODE, 'Enter'], 5, [CODE]],
  ['not a person’s typing', [...CODE, 'Enter'], 130, []],
  ['not two quick keys', ['o', 'k', 'Enter'], 5, []],
  ['not keys interrupted by Tab', [...'12345', 'Tab', ...'12345', 'Enter'], 5, []],
])('typing counts as a scanner’s: %s', (_what, keys, gap, expected) => {
  expect(press(keys, gap).contents).toEqual(expected);
});

test('the keys of a scanner press no button and move no focus, and those of a person do', () => {
  expect(press([...'Ana Reyes', 'Enter'], 5).swallowed).toEqual([...'na Reyes', 'Enter']);
  expect(press([...'Ana Reyes', 'Tab'], 5).swallowed).toEqual([...'na Reyes', 'Tab']);
  expect(press([' ', 'Enter', 'Tab'], 200).swallowed).toEqual([]);
  // Some scanners end with two keys, and by then the button that gives has the focus.
  expect(press([...'Ana Reyes', 'Enter', 'Enter', 500, 'Enter'], 5).swallowed).toEqual([
    ...'na Reyes',
    'Enter',
    'Enter',
  ]);
});

test.each([
  ['a number and Enter', ['1', 'Enter']],
  ['capitals', ['Shift', 'A', 'Shift', 'B', 'Shift', 'C', 'Enter']],
  ['a key that writes nothing', ['Escape', ' ', 'Enter']],
  ['short pieces, each with its own end key', ['Tab', '1', 'Tab', '1', 'Enter', 'Enter']],
])('keys that a customer hides behind a code press no button: %s', (_what, hidden) => {
  const pressed = hidden.filter((key) => key !== 'Shift');
  const { contents, swallowed } = press([...CODE, 'Enter', ...hidden, 500, 'Enter'], 60);
  expect(contents).toEqual([CODE]);
  expect(swallowed).toEqual([...CODE.slice(1), 'Enter', ...pressed]);
});

test('characters that a scanner types as shortcuts don’t end the watch for keys hidden behind a code', () => {
  const stop = listenToScanner(() => undefined);
  let timeStamp = performance.now();
  const isLeft = (key: string, ctrlKey = false) => {
    timeStamp += 50;
    const pressed = new KeyboardEvent('keydown', { key, ctrlKey, cancelable: true });
    return dispatchEvent(Object.defineProperty(pressed, 'timeStamp', { value: timeStamp }));
  };
  for (const key of [...CODE, 'Enter']) isLeft(key);
  for (const key of 'jjjj') isLeft(key, true);
  expect(isLeft('Enter')).toBe(false);
  stop();
});
