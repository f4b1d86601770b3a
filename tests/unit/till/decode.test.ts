import { afterEach, expect, test, vi } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../../src/lib/domain/limits.ts';
import { getDecoder, NoDecoder } from '../../../src/till/decode.ts';

const reader = vi.hoisted(() => ({
  prepareZXingModule: vi.fn<() => Promise<void>>(),
  readBarcodes: async () => [{ text: 'a code' }],
}));
vi.mock('zxing-wasm/reader', () => reader);
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: 'reader.wasm' }));

afterEach(() => void vi.useRealTimers());

test('a decoder that can’t be fetched is no picture without a code, and is fetched again', {
  tags: ['till-no-decoder'],
}, async () => {
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
