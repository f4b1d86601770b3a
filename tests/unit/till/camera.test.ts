import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCamera } from '../../../src/till/camera.ts';
import * as decode from '../../../src/till/decode.ts';

vi.mock('../../../src/till/decode.ts', () => ({
  decodeFrame: vi.fn(),
  getDecoder: async () => undefined,
}));

/** What the camera sees. */
let inView: string | null = null;
const track = Object.assign(new EventTarget(), { stop: vi.fn() });
const stream = { getTracks: () => [track], getVideoTracks: () => [track] };

beforeEach(() => {
  vi.useFakeTimers();
  inView = null;
  vi.mocked(decode.decodeFrame).mockImplementation(async () => inView);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
});

afterEach(() => void vi.useRealTimers());

/** A screen that shows a camera, whose till takes codes as long as `isFree`. */
async function atWork() {
  const till = { isFree: true, taken: [] as string[] };
  const take = (content: string) => {
    if (till.isFree) till.taken.push(content);
    return till.isFree;
  };
  const video = {
    srcObject: null,
    paused: true,
    async play() {
      this.paused = false;
    },
  };
  const left = new AbortController();
  const onLost = vi.fn();
  const camera = await startCamera(video as unknown as HTMLVideoElement, take, {
    left: left.signal,
    onLost,
  });
  const see = async (content: string | null, milliseconds = 2000) => {
    inView = content;
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  return { till, camera, see, video };
}

test('a code that is held out is taken once, and again when it comes back', async () => {
  const { till, camera, see } = await atWork();
  await see('Ana');
  expect(till.taken).toEqual(['Ana']);
  await see(null);
  await see('Ana');
  expect(till.taken).toEqual(['Ana', 'Ana']);
  camera.stop();
});

test('a code that is held out while another customer is served is taken afterwards', async () => {
  const { till, camera, see } = await atWork();
  await see('Ana');
  till.isFree = false;
  await see('Ben');
  till.isFree = true;
  await see('Ben');
  expect(till.taken).toEqual(['Ana', 'Ben']);
  camera.stop();
});

test('a code that is held out is taken once, though another one is seen in between', async () => {
  const { till, camera, see } = await atWork();
  await see('Ana');
  await see('a poster', 200);
  await see('Ana');
  expect(till.taken).toEqual(['Ana', 'a poster']);
  camera.stop();
});

test('a picture that the device has paused goes on', async () => {
  const { camera, see, video } = await atWork();
  video.paused = true;
  await see(null);
  expect(video.paused).toBe(false);
  camera.stop();
});
