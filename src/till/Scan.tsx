import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { type Camera, isCameraAllowed, startCamera } from './camera.ts';
import { NoDecoder } from './decode.ts';
import { shown } from './serving.ts';
import styles from './till.module.css';

interface Props {
  /** Somebody is being served: the camera keeps looking, but asks nobody to hold still. */
  isServed: boolean;
  /** The menu is open. */
  isPaused: boolean;
}

/** The camera, which stays on from one customer to the next. */
export function CameraView({ isServed, isPaused }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera>(null);
  const left = useRef<AbortController>(null);
  const isFree = useRef(true);
  const [state, setState] = useState<
    'off' | 'starting' | 'on' | 'failed' | 'lost' | 'taken' | 'blind'
  >('off');
  const [isLit, setLit] = useState(false);
  const [isMuted, setMuted] = useState(false);

  /** A camera that shows nothing can be started again meanwhile. */
  const isStarting = state === 'starting' && !isMuted;

  const stop = () => {
    camera.current?.stop();
    camera.current = null;
    setState('off');
    setLit(false);
  };
  const start = async () => {
    if (!video.current || isStarting) return;
    // The previous one may be waiting for its first picture.
    left.current?.abort();
    setState('starting');
    setMuted(false);
    const leaving = new AbortController();
    left.current = leaving;
    try {
      const onSeen = (content: string) => shown(content, isFree.current);
      const started = await startCamera(video.current, onSeen, {
        left: leaving.signal,
        onLost: () => {
          stop();
          setState('lost');
        },
        onMute: setMuted,
      });
      camera.current = started;
      setState('on');
    } catch (thrown) {
      // It was lost, and started again meanwhile.
      if (left.current !== leaving) return;
      // A camera that was lost meanwhile had been allowed.
      const isTaken = /^(NotReadable|Abort)/.test((thrown as Error).name);
      const why = thrown instanceof NoDecoder ? 'blind' : isTaken ? 'taken' : 'failed';
      setState((now) => (now === 'lost' ? now : why));
    }
  };
  useEffect(() => {
    isFree.current = !isPaused;
  }, [isPaused]);
  const startAllowed = useEffectEvent((isAllowed: boolean) => {
    if (isAllowed && state === 'off') void start();
  });
  useEffect(() => {
    let isGone = false;
    void isCameraAllowed().then((isAllowed) => startAllowed(isAllowed && !isGone));
    return () => {
      isGone = true;
      // Even if the camera permission question is still open.
      left.current?.abort();
    };
  }, []);

  const switchLight = async () => {
    const used = camera.current;
    await used?.setLight?.(!isLit).then(
      // The next camera begins without light.
      () => used === camera.current && setLit(!isLit),
      () => undefined,
    );
  };

  const starting = isMuted ? text.cameraTaken : text.asking;
  const looking = isMuted ? text.cameraTaken : text.holdStill;
  const hint = isServed ? '' : state === 'on' ? looking : text.scanHint;
  return (
    <div className={styles.stage} data-on={state === 'on'} data-served={isServed}>
      <video
        aria-label={text.cameraView}
        className={styles.view}
        hidden={state !== 'on'}
        muted
        playsInline
        ref={video}
      />
      <p className={styles.hint} role="status">
        {state === 'starting' ? starting : hint}
      </p>
      {state === 'failed' && <Banner tone="error">{text.noCamera}</Banner>}
      {state === 'taken' && <Banner tone="error">{text.cameraTaken}</Banner>}
      {state === 'blind' && <Banner tone="error">{text.noDecoder}</Banner>}
      {state === 'lost' && <Banner tone="error">{text.cameraLost}</Banner>}
      <div className={styles.row} hidden={isServed}>
        <Button
          aria-disabled={isStarting}
          onClick={() => (state === 'on' ? stop() : void start())}
          rank={state === 'on' ? 'plain' : 'primary'}
        >
          {state === 'on' ? text.stopCamera : text.startCamera}
        </Button>
        {state === 'on' && camera.current?.setLight && (
          <Button onClick={() => void switchLight()} rank="second">
            {isLit ? text.lightOff : text.lightOn}
          </Button>
        )}
      </div>
    </div>
  );
}
