import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCamera } from '../../../src/till/camera.ts';
import * as decode from '../../../src/till/decode.ts';

vi.mock('../../../src/till/decode.ts', () => ({
  decodeFrame: vi.fn(),
  getDecoder: async () => undefined,
}));

/** What the camera sees. */
let inView: string | null = null;
/** Called when the screen may sleep. */
let letSleep = vi.fn();
const track = Object.assign(new EventTarget(), { stop: vi.fn() });
const stream = { getTracks: () => [track], getVideoTracks: () => [track] };

beforeEach(() => {
  vi.useFakeTimers();
  inView = null;
  vi.mocked(decode.decodeFrame).mockImplementation(async () => inView);
  letSleep = vi.fn();
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: async () => stream },
    wakeLock: { request: async () => ({ release: letSleep }) },
  });
});

afterEach(() => void vi.useRealTimers());

test('a picture that the device has paused goes on, and each frame with a code is told', async () => {
  const onSeen = vi.fn();
  const video = {
    srcObject: null,
    paused: true,
    async play() {
      this.paused = false;
    },
  };
  const camera = await startCamera(video as unknown as HTMLVideoElement, onSeen, {
    left: new AbortController().signal,
    onLost: vi.fn(),
  });
  const see = async (content: string | null) => {
    inView = content;
    await vi.advanceTimersByTimeAsync(500);
  };
  video.paused = true;
  await see(null);
  expect(video.paused).toBe(false);
  expect(onSeen).not.toHaveBeenCalled();
  await see('Ana');
  expect(onSeen.mock.calls.length).toBeGreaterThan(2);
  expect(letSleep).not.toHaveBeenCalled();
  camera.stop();
  expect(letSleep).toHaveBeenCalled();
  onSeen.mockClear();
  await see('Ana');
  expect(onSeen).not.toHaveBeenCalled();
});
