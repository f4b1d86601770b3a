import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { type Camera, startCamera } from './camera.ts';
import { decodePicture, NoDecoder } from './decode.ts';
import { scanned, unreadable } from './serving.ts';
import styles from './till.module.css';

/** The camera, which stays on from one customer to the next. */
export function CameraView({ isHidden }: { isHidden: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera>(null);
  const left = useRef<AbortController>(null);
  const [state, setState] = useState<'off' | 'starting' | 'on' | 'failed' | 'lost' | 'blind'>(
    'off',
  );
  const [isLit, setLit] = useState(false);

  const stop = () => {
    camera.current?.stop();
    camera.current = null;
    setState('off');
    setLit(false);
  };
  const start = async () => {
    if (!video.current || state === 'starting') return;
    setState('starting');
    const leaving = new AbortController();
    left.current = leaving;
    try {
      const started = await startCamera(video.current, scanned, {
        left: leaving.signal,
        onLost: () => {
          stop();
          setState('lost');
        },
      });
      camera.current = started;
      setState('on');
    } catch (thrown) {
      // What was lost meanwhile was allowed.
      setState((now) => (now === 'lost' ? now : thrown instanceof NoDecoder ? 'blind' : 'failed'));
    }
  };
  // Though the question for the camera is still open.
  useEffect(() => () => left.current?.abort(), []);

  const switchLight = async () => {
    await camera.current?.setLight?.(!isLit).then(
      () => setLit(!isLit),
      () => undefined,
    );
  };

  return (
    <div className={styles.camera} hidden={isHidden}>
      <video
        aria-label={text.cameraView}
        className={styles.view}
        hidden={state !== 'on'}
        muted
        playsInline
        ref={video}
      />
      <p role="status">
        {state === 'on' ? text.holdStill : state === 'starting' ? text.asking : ''}
      </p>
      {state === 'failed' && <Banner tone="error">{text.noCamera}</Banner>}
      {state === 'blind' && <Banner tone="error">{text.noDecoder}</Banner>}
      {state === 'lost' && <Banner tone="error">{text.cameraLost}</Banner>}
      <div className={styles.row}>
        <Button
          aria-disabled={state === 'starting'}
          onClick={() => (state === 'on' ? stop() : void start())}
          rank={state === 'on' ? 'plain' : 'primary'}
          wide
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

/** A picture, or what another scanner has read. */
export function OtherWays() {
  const [content, setContent] = useState('');
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    scanned(content);
  };
  return (
    <section aria-label={text.otherWays} className={styles.form}>
      <label htmlFor="picture">{text.pictureLabel}</label>
      <input
        accept="image/*"
        id="picture"
        onChange={async ({ target }) => {
          const [picture] = target.files ?? [];
          if (!picture) return;
          const found = await decodePicture(picture).catch((thrown) =>
            thrown instanceof NoDecoder ? thrown : null,
          );
          // The same picture may be chosen again.
          target.value = '';
          if (found instanceof NoDecoder) unreadable(text.noDecoder);
          else scanned(found);
        }}
        type="file"
      />
      <form className={styles.form} onSubmit={onSubmit}>
        <label htmlFor="content">{text.contentLabel}</label>
        <textarea
          id="content"
          onChange={({ target }) => setContent(target.value)}
          rows={2}
          spellCheck={false}
          value={content}
        />
        <Button rank="second" type="submit" wide>
          {text.readContent}
        </Button>
      </form>
    </section>
  );
}
