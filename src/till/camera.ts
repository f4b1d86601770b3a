/** The camera of the till: on until it is stopped, and read again and again. */
import { decodeFrame, getDecoder } from './decode.ts';

export interface Camera {
  /** Null where there is no light to switch. */
  setLight: ((isOn: boolean) => Promise<void>) | null;
  stop(): void;
}

/** The types of the browser do not know the light. */
interface Light extends MediaTrackCapabilities {
  torch?: boolean;
}

/** Often enough for a code that is held out, and a cheap phone stays cool. */
const PAUSE_MS = 120;
/** Frames without it, after which a code that was there counts as taken away. */
const GONE_AFTER = 5;

/** At the back of a phone, sharp enough for a fine code from a hand's breadth. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/**
 * Shows the camera in `video` and calls back for each code that comes into view: once, as long as it
 * is held out, and until it is taken. Throws NoDecoder, and where there is no camera or it may not be used.
 *
 * @param take false where nobody is there for this code yet
 * @param left aborted when nobody looks at the camera any more, who may have been asked for it still
 * @param onLost the device has taken the camera back
 */
export async function startCamera(
  video: HTMLVideoElement,
  take: (content: string) => boolean,
  { left, onLost }: { left: AbortSignal; onLost: () => void },
): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia(WANTED);
  let isOn = true;
  const stop = () => {
    isOn = false;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  left.addEventListener('abort', stop);
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => {
      stop();
      onLost();
    });
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

  /** What was taken, and for how many frames it has been out of view. */
  const taken = new Map<string, number>();
  const look = async () => {
    if (!isOn) return;
    // iOS pauses it while another app is in front.
    if (video.paused && !document.hidden) void video.play().catch(() => undefined);
    const content = document.hidden ? null : await decodeFrame(video).catch(() => null);
    if (!isOn) return;
    for (const [text, frames] of taken) taken.set(text, frames + 1);
    if (content !== null && (taken.has(content) || take(content))) taken.set(content, 0);
    for (const [text, frames] of taken) if (frames > GONE_AFTER) taken.delete(text);
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
