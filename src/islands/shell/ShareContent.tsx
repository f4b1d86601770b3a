import { useEffect } from 'react';
import * as text from '#text/share.ts';
import { $shareQr, $shareResult, renderShareQr, shareSite } from '../../lib/state/share.ts';
import { QrCode } from '../cards/QrCode.tsx';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import styles from './ShareContent.module.css';

/** What both share sheets show: the code, the tagline and a way to send the link. */
export function ShareContent() {
  const image = useValue($shareQr);
  const result = useValue($shareResult);
  useEffect(() => void renderShareQr(), []);
  return (
    <div className={styles.content}>
      <QrCode
        svg={image.status === 'ready' ? image.drawing : null}
        label={text.codeLabel}
        logo
        failed={image.status === 'failed'}
        onRetry={() => void renderShareQr()}
      />
      <p className={styles.tagline}>{text.tagline}</p>
      <Button rank="second" wide onClick={() => void shareSite()}>
        {text.shareTheLink}
      </Button>
      <p role="status" className={styles.result}>
        {result}
      </p>
    </div>
  );
}
