import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CameraView } from '../../../src/till/Scan.tsx';

vi.mock('../../../src/till/decode.ts', () => ({ decodeFrame: async () => null }));
vi.mock('../../../src/till/backend.ts', () => ({}));

/** The question for the camera, and what the device gives. */
let allow: () => void;
let track: EventTarget & { stop: () => void };

beforeEach(() => {
  track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  const asked = new Promise((resolve) => {
    allow = () => resolve(stream);
  });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => asked } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined);
});

const openCamera = () => fireEvent.click(screen.getByRole('button', { name: 'Use the camera' }));

test('a camera that is allowed after its screen was left is released', {
  tags: ['till-camera'],
}, async () => {
  const { unmount } = render(<CameraView isHidden={false} />);
  openCamera();
  unmount();
  await act(async () => allow());
  expect(track.stop).toHaveBeenCalled();
});

test('a camera that the device takes back is said to be off, and can be started again', {
  tags: ['till-camera'],
}, async () => {
  render(<CameraView isHidden={false} />);
  openCamera();
  await act(async () => allow());
  expect(screen.getByRole('button').textContent).toBe('Stop the camera');
  act(() => void track.dispatchEvent(new Event('ended')));
  expect(screen.getByRole('alert').textContent).toMatch(/^The device has switched the camera off/);
  openCamera();
  await act(async () => undefined);
  expect(screen.queryByRole('alert')).toBeNull();
});
