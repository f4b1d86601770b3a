import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as decode from '../../../src/till/decode.ts';
import { OtherWays } from '../../../src/till/Menu.tsx';
import { CameraView } from '../../../src/till/Scan.tsx';
import { $serving, nextCustomer } from '../../../src/till/serving.ts';

vi.mock('../../../src/till/decode.ts', () => ({
  NoDecoder: class extends Error {},
  decodeFrame: async () => null,
  decodePicture: vi.fn(),
  getDecoder: vi.fn(),
}));
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

test('a camera that is allowed after its screen was left is released', async () => {
  const { unmount } = render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  unmount();
  await act(async () => allow());
  expect(track.stop).toHaveBeenCalled();
});

test('a camera that the device takes back is said to be off, and can be started again', async () => {
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

test('a camera that is lost before it is read says so, and not that it is not allowed', async () => {
  let arrive = () => {};
  vi.mocked(decode.getDecoder).mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = () => resolve(async () => null);
    }),
  );
  render(<CameraView isPaused={false} isServed={false} />);
  openCamera();
  expect(screen.getByRole('status').textContent).toBe('One moment…');
  await act(async () => allow());
  act(() => void track.dispatchEvent(new Event('ended')));
  await act(async () => arrive());
  expect(screen.getByRole('alert').textContent).toMatch(/^The camera turned off/);
});

test('the till says when the code reader is missing, by camera and by picture', async () => {
  const missing = new decode.NoDecoder();
  vi.mocked(decode.getDecoder).mockRejectedValueOnce(missing);
  vi.mocked(decode.decodePicture).mockRejectedValueOnce(missing);
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
  await act(async () => fireEvent.change(field, { target: { files: [picture] } }));
  expect($serving.get()).toMatchObject({ problem: expect.stringMatching(sentence) });
});
