import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCamera } from '../../../src/till/camera.ts';
import * as decode from '../../../src/till/decode.ts';
import { Menu, OtherWays } from '../../../src/till/Menu.tsx';
import { CameraView } from '../../../src/till/Scan.tsx';
import { $serving, nextCustomer, unreadable } from '../../../src/till/serving.ts';

vi.mock('../../../src/till/decode.ts', () => ({
  NoDecoder: class extends Error {},
  decodeFrame: vi.fn(async () => null),
  decodePicture: vi.fn(),
  getDecoder: vi.fn(),
  readCode: () => null,
}));
vi.mock('../../../src/till/backend.ts', () => ({}));

/** Allows the camera that was asked for. */
let allow: () => void;
const getUserMedia = vi.fn();
let track: EventTarget & { stop: () => void; muted: boolean };
/** Called once the screen may sleep. */
const letSleep = vi.fn();

beforeEach(() => {
  letSleep.mockClear();
  track = Object.assign(new EventTarget(), { stop: vi.fn(), muted: false });
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  const asked = new Promise((resolve) => {
    allow = () => resolve(stream);
  });
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: getUserMedia.mockReset().mockReturnValue(asked) },
    wakeLock: { request: async () => ({ release: letSleep }) },
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined);
});

afterEach(() => void vi.useRealTimers());

const openCamera = () => fireEvent.click(screen.getByRole('button', { name: 'Use the camera' }));

test('a camera that is allowed after its screen was closed is released', async () => {
  const { unmount } = render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  unmount();
  await act(async () => allow());
  expect(track.stop).toHaveBeenCalled();
});

test.each([
  ['granted', 1],
  ['prompt', 0],
])('the camera starts by itself only if nobody has to be asked: %s', async (state, times) => {
  Object.assign(navigator, { permissions: { query: async () => ({ state }) } });
  render(<CameraView isPaused={false} isServed={false} />);
  await act(async () => allow());
  expect(getUserMedia).toHaveBeenCalledTimes(times);
  expect(screen.getByRole('button').textContent).toBe(times ? 'Stop the camera' : 'Use the camera');
});

test('the camera is the one at the back, and its picture stays on the page of an iPhone', () => {
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  const video = expect.objectContaining({ facingMode: 'environment' });
  expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({ audio: false, video });
  const picture = screen.getByLabelText<HTMLVideoElement>('What the camera sees');
  expect(picture.hasAttribute('playsinline')).toBe(true);
});

test('the till says that the device took the camera back, and can start it again', async () => {
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  await act(async () => allow());
  expect(screen.getByRole('button').textContent).toBe('Stop the camera');
  act(() => void track.dispatchEvent(new Event('ended')));
  expect(screen.getByRole('alert').textContent).toMatch(/^The camera turned off/);
  openCamera();
  await act(async () => undefined);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the till says that the camera shows nothing for as long as it does', async () => {
  const mute = (muted: boolean) => {
    Object.assign(track, { muted });
    act(() => void track.dispatchEvent(new Event(muted ? 'mute' : 'unmute')));
  };
  const hint = () => screen.getByRole('status').textContent;
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  await act(async () => allow());
  expect(hint()).toMatch(/^Hold the code/);
  mute(true);
  expect(hint()).toMatch(/^The camera shows nothing/);
  mute(false);
  expect(hint()).toMatch(/^Hold the code/);
  // Even from the start, before the first picture.
  vi.mocked(HTMLMediaElement.prototype.play).mockReturnValue(new Promise(() => undefined));
  fireEvent.click(screen.getByRole('button', { name: 'Stop the camera' }));
  mute(true);
  openCamera();
  await act(async () => undefined);
  expect(hint()).toMatch(/^The camera shows nothing/);
  // It can be started again, as the hint says.
  Object.assign(track, { muted: false });
  vi.mocked(track.stop).mockClear();
  vi.mocked(HTMLMediaElement.prototype.play).mockResolvedValue();
  openCamera();
  await act(async () => undefined);
  expect(track.stop).toHaveBeenCalled();
  expect(hint()).toMatch(/^Hold the code/);
});

test('a light that is switched on as the camera stops is off when the camera starts again', async () => {
  const light = Promise.withResolvers<void>();
  const getCapabilities = () => ({ torch: true });
  Object.assign(track, { getCapabilities, applyConstraints: () => light.promise });
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  await act(async () => allow());
  fireEvent.click(screen.getByRole('button', { name: 'Light on' }));
  fireEvent.click(screen.getByRole('button', { name: 'Stop the camera' }));
  await act(async () => light.resolve());
  openCamera();
  await act(async () => undefined);
  const lit = screen.getByRole('button', { name: 'Light on' });
  // So is one that was on before.
  await act(async () => fireEvent.click(lit));
  expect(lit.textContent).toBe('Light off');
  fireEvent.click(screen.getByRole('button', { name: 'Stop the camera' }));
  openCamera();
  await act(async () => undefined);
  expect(screen.getByRole('button', { name: 'Light on' })).toBeTruthy();
});

test('a camera that is started again while the code reader loads stays on', async () => {
  const first = Promise.withResolvers<never>();
  vi.mocked(decode.getDecoder).mockReturnValueOnce(first.promise);
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  await act(async () => allow());
  act(() => void track.dispatchEvent(new Event('ended')));
  openCamera();
  await act(async () => undefined);
  await act(async () => first.reject(new decode.NoDecoder()));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button').textContent).toBe('Stop the camera');
});

// Firefox uses the second.
test.each([
  ['Could not start video source', 'NotReadableError'],
  ['Starting videoinput failed', 'AbortError'],
])('a camera in use by another app is not reported as forbidden: %s', async (...why) => {
  const isTaken = new DOMException(...why);
  navigator.mediaDevices.getUserMedia = async () => Promise.reject(isTaken);
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  await act(async () => undefined);
  expect(screen.getByRole('alert').textContent).toMatch(/^The camera shows nothing/);
});

test('a camera that is lost before the first reading is reported as off, not as forbidden', async () => {
  const arrival = Promise.withResolvers<() => Promise<null>>();
  vi.mocked(decode.getDecoder).mockReturnValueOnce(arrival.promise);
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  expect(screen.getByRole('status').textContent).toBe('One moment…');
  await act(async () => allow());
  act(() => void track.dispatchEvent(new Event('ended')));
  await act(async () => arrival.resolve(async () => null));
  expect(screen.getByRole('alert').textContent).toMatch(/^The camera turned off/);
});

test('the till says when the code reader is missing, for the camera and for a picture', async () => {
  const missing = new decode.NoDecoder();
  vi.mocked(decode.getDecoder).mockRejectedValueOnce(missing);
  const picked = Promise.withResolvers<never>();
  vi.mocked(decode.decodePicture).mockReturnValueOnce(picked.promise);
  nextCustomer();
  render(
    <>
      <CameraView isPaused={false} isServed={false} />
      <OtherWays />
    </>,
  );
  openCamera();
  await act(async () => allow());
  const sentence = /^We couldn’t load the code reader/;
  expect(screen.getByRole('alert').textContent).toMatch(sentence);
  expect(track.stop).toHaveBeenCalled();
  const picture = new File([''], 'code.png', { type: 'image/png' });
  const field = screen.getByLabelText('Picture of a code');
  const emptied = vi.spyOn(field as HTMLInputElement, 'value', 'set');
  act(() => unreadable('No code in the picture before.'));
  fireEvent.change(field, { target: { files: [picture] } });
  // A large picture without a code takes seconds.
  expect(screen.getByText('Reading the picture…').role).toBe('status');
  expect($serving.get()).toMatchObject({ problem: null });
  await act(async () => picked.reject(missing));
  expect(screen.queryByText('Reading the picture…')).toBeNull();
  expect($serving.get()).toMatchObject({ problem: expect.stringMatching(sentence) });
  // Otherwise the browser would not report it if the same picture were chosen again.
  expect(emptied).toHaveBeenLastCalledWith('');
});

test('reading a text without a code again refuses it again, in a new alert', async () => {
  nextCustomer();
  const member = { id: 'tess', email: 'tess@example.com' };
  const store = { id: 1, name: 'Kape Tayo', isSuspended: false };
  render(<Menu member={member} onClose={vi.fn()} store={store} />);
  const read = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Read code' }));
    return screen.findByText(/^No Stampcard code found/);
  };
  const refused = await read();
  expect(refused.closest('[role="alert"]')).not.toBeNull();
  expect(await read()).not.toBe(refused);
});

test('a video that the device paused goes on, and each frame with a code is reported', async () => {
  vi.useFakeTimers();
  const onSeen = vi.fn();
  const video = {
    srcObject: null,
    paused: true,
    async play() {
      this.paused = false;
    },
  };
  allow();
  const camera = await startCamera(video as unknown as HTMLVideoElement, onSeen, {
    left: new AbortController().signal,
    onLost: vi.fn(),
    onMute: vi.fn(),
  });
  const see = async (content: string | null) => {
    vi.mocked(decode.decodeFrame).mockResolvedValue(content as never);
    await vi.advanceTimersByTimeAsync(500);
  };
  video.paused = true;
  await see(null);
  expect(video.paused).toBe(false);
  expect(onSeen).not.toHaveBeenCalled();
  await see('Ana');
  expect(onSeen.mock.calls.length).toBeGreaterThan(2);
  expect(letSleep).not.toHaveBeenCalled();
  // What is read after that is for nobody.
  const read = Promise.withResolvers<string>();
  vi.mocked(decode.decodeFrame).mockReturnValue(read.promise);
  await vi.advanceTimersByTimeAsync(500);
  camera.stop();
  expect(letSleep).toHaveBeenCalled();
  onSeen.mockClear();
  read.resolve('Ana');
  await see('Ana');
  expect(onSeen).not.toHaveBeenCalled();
});
