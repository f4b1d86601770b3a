/** The camera of the till: on until it is stopped, and read again and again. */
import { keepScreenOn } from '../lib/platform/keep-screen-on.ts';
import { decodeFrame, getDecoder } from './decode.ts';

export interface Camera {
  /** Null if there is no light to switch. */
  setLight: ((isOn: boolean) => Promise<void>) | null;
  stop(): void;
}

/** The browser's types do not include the light. */
interface Light extends MediaTrackCapabilities {
  torch?: boolean;
}

interface Watch {
  /** Aborted when nobody looks at the camera any more, even if the permission is still being asked for. */
  left: AbortSignal;
  /** The device has taken the camera back. */
  onLost: () => void;
  /** Whether it shows nothing at present: a call came in, or another app has it. */
  onMute: (isMuted: boolean) => void;
}

/** Often enough for a code that is held out, and seldom enough for a cheap phone to stay cool. */
const PAUSE_MS = 120;

/** At the back of a phone, sharp enough for a fine code from a hand's breadth. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/** Whether it may be used without a prompt. If that can't be known, a button asks. */
export const isCameraAllowed = async (): Promise<boolean> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'granted';
  } catch {
    return false;
  }
};

/**
 * Shows the camera in `video` and calls back for each frame with a code. Throws NoDecoder, and if there is no
 * camera or it may not be used.
 */
export async function startCamera(
  video: HTMLVideoElement,
  onSeen: (content: string) => void,
  { left, onLost, onMute }: Watch,
): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia(WANTED);
  let isOn = true;
  const letSleep = keepScreenOn();
  const stop = () => {
    isOn = false;
    letSleep();
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  left.addEventListener('abort', stop);
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => {
      stop();
      onLost();
    });
    const tell = () => isOn && onMute(track.muted);
    tell();
    track.addEventListener('mute', tell);
    track.addEventListener('unmute', tell);
  }
  try {
    left.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    await getDecoder();
    if (!isOn) throw new Error('The camera was stopped before it showed anything.');
  } catch (thrown) {
    stop();
    throw thrown;
  }

  const look = async () => {
    if (!isOn) return;
    // iOS pauses it while another app is in front.
    if (video.paused && !document.hidden) void video.play().catch(() => undefined);
    const content = document.hidden ? null : await decodeFrame(video).catch(() => null);
    if (!isOn) return;
    if (content !== null) onSeen(content);
    setTimeout(() => void look(), PAUSE_MS);
  };
  void look();

  const [track] = stream.getVideoTracks();
  const capabilities: Light = track?.getCapabilities?.() ?? {};
  const setLight =
    track && capabilities.torch
      ? (isLit: boolean) =>
          track.applyConstraints({ advanced: [{ torch: isLit } as MediaTrackConstraintSet] })
      : null;
  return { setLight, stop };
}
