import { type ReactNode, useEffect } from 'react';
import * as text from '#text/share.ts';
import { $shareQr, $shareResult, renderShareQr, shareSite } from '../../lib/state/share.ts';
import sheet from '../cards/CodeSheet.module.css';
import { QrCode } from '../cards/QrCode.tsx';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';

/** What both share sheets show: the code, the tagline and a way to send the link, above their own buttons. */
export function ShareContent({ children }: { children: ReactNode }) {
  const image = useValue($shareQr);
  const result = useValue($shareResult);
  useEffect(() => void renderShareQr(), []);
  return (
    <div className={sheet.sheet}>
      <QrCode
        svg={image.status === 'ready' ? image.drawing : null}
        label={text.codeLabel}
        logo
        failed={image.status === 'failed'}
        onRetry={() => void renderShareQr()}
      />
      <p className={sheet.title}>{text.tagline}</p>
      <Button rank="second" wide onClick={() => void shareSite()}>
        {text.shareTheLink}
      </Button>
      <p className={sheet.said} role="status">
        {result}
      </p>
      {children}
    </div>
  );
}
