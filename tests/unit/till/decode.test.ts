import { afterEach, expect, test, vi } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { CALL_TIMEOUT_MS } from '../../../src/lib/domain/limits.ts';
import { packRedemption } from '../../../src/lib/domain/redemption-qr.ts';
import { decodePicture, getDecoder, NoDecoder, readCode } from '../../../src/till/decode.ts';
import { ana } from '../../people.ts';

const reader = vi.hoisted(() => ({
  prepareZXingModule: vi.fn<() => Promise<void>>(),
  readBarcodes: vi.fn(async () => [{ text: 'a code' }]),
}));
vi.mock('zxing-wasm/reader', () => reader);
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: 'reader.wasm' }));

afterEach(() => void vi.useRealTimers());

test('a decoder that can’t be fetched is no picture without a code, and is fetched again', async () => {
  reader.prepareZXingModule.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(getDecoder()).rejects.toThrow(NoDecoder);

  vi.useFakeTimers();
  let arrive = () => {};
  reader.prepareZXingModule.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const late = expect(getDecoder()).rejects.toThrow(NoDecoder);
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS);
  await late;

  arrive();
  const decode = await getDecoder();
  expect(await decode({} as ImageData)).toBe('a code');
  expect(reader.prepareZXingModule).toHaveBeenCalledTimes(2);
});

test('of several codes in view the one of Stampcard is read', async () => {
  const decode = await getDecoder();
  const seen = (...texts: string[]) =>
    reader.readBarcodes.mockResolvedValueOnce(texts.map((text) => ({ text })));
  const { id, email, name } = ana;
  const person = { id, email, provider: 'google', fullName: name, displayName: null };
  const ours = customerQrText(person, Date.parse('2025-11-22T04:00:00Z'));
  const pixels = {} as ImageData;
  seen('https://example.com/menu', ours);
  expect(await decode(pixels)).toBe(ours);
  seen('https://example.com/menu', 'https://example.com/pay');
  expect(await decode(pixels)).toBe('https://example.com/menu');
  seen('');
  expect(await decode(pixels)).toBeNull();
});

test('a picture larger than a phone’s canvas is read as large as one holds it', async () => {
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

const { id, email, name } = ana;

test('a customer’s code is read as the app makes it, with space around it too', () => {
  const person = { id, email, provider: 'google', fullName: name, displayName: null };
  const text = customerQrText(person, Date.now());
  for (const scanned of [text, ` ${text}\n`]) {
    expect(readCode(scanned)).toMatchObject({
      kind: 'customer',
      payload: { display_name: 'Ana Reyes', uid: id, hash: expect.any(String) },
    });
  }
});

test('a redemption code is read as the app makes it', () => {
  const payload = {
    user_id: id,
    stamp_ids: ['1', '2'],
    reward_id: '1',
    store_id: '1',
    reward_name: 'Free kapeng barako',
    reward_photo: null,
    store_name: 'Kape Tayo',
    displayName: name,
  };
  expect(readCode(packRedemption(payload))).toEqual({ kind: 'redemption', payload });
});

test.each(['', 'https://example.com', '{}', 'null', '\u0000', '💳'.repeat(5000)])(
  'no code of Stampcard: %j',
  (content) => {
    expect(readCode(content)).toBeNull();
  },
);
