import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as text from '#text/codes.ts';
import * as common from '#text/common.ts';
import { dataErrors } from '#text/messages.ts';
import { QR_LOGO_SHARE, QR_MARGIN_MODULES } from '../../lib/domain/limits.ts';
import { type QrDrawing, type QrImage, qrViewBox } from '../../lib/domain/qr-drawing.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './QrCode.module.css';

interface Props {
  image: QrImage;
  label: string;
  logo?: boolean;
  onRetry?: (() => void) | undefined;
}

/**
 * A code to scan: dark on white in every scheme. A tap makes it fill the window; another tap, Escape or
 * going back restores its normal size (docs/product.md#qr-codes).
 */
export function QrCode({ image, label, logo = false, onRetry }: Props) {
  const [isLarge, setLarge] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const large = isLarge && image.status === 'ready';

  // Going back would close the sheet around the code.
  useEffect(() => {
    const dialog = large ? panel.current?.closest('dialog') : null;
    const shrink = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setLarge(false);
    };
    dialog?.addEventListener('cancel', shrink, { capture: true });
    return () => dialog?.removeEventListener('cancel', shrink, { capture: true });
  }, [large]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !large) return;
    event.preventDefault();
    event.stopPropagation();
    setLarge(false);
  };

  if (image.status === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <Icon name="alert" size={32} />
        <p>{dataErrors.generateQr}</p>
        {onRetry && (
          <Button onClick={onRetry} rank="second">
            {common.tryAgain}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.place}>
      <div className={styles.panel} data-large={large} ref={panel}>
        {image.status === 'loading' ? (
          <div className={styles.waiting} role="status">
            <span className="visually-hidden">{common.loading}</span>
          </div>
        ) : (
          <>
            <Code label={label} large={large} logo={logo} {...image.drawing} />
            <button
              aria-label={text.enlarge}
              aria-pressed={large}
              className={styles.enlarge}
              // Whatever gets the focus next is behind the large code.
              onBlur={({ relatedTarget }) => relatedTarget !== null && setLarge(false)}
              onClick={() => setLarge(!large)}
              onKeyDown={onKeyDown}
              type="button"
            >
              <Icon name="expand" size={16} />
            </button>
          </>
        )}
      </div>
    </div>
  );
}

interface CodeProps extends Required<Pick<Props, 'label' | 'logo'>>, QrDrawing {
  large: boolean;
}

function Code({ size, path, label, large, logo }: CodeProps) {
  const mark = (size + QR_MARGIN_MODULES * 2) * QR_LOGO_SHARE;
  const corner = (size - mark) / 2;
  return (
    <svg
      aria-label={label}
      className={styles.code}
      role="img"
      // Smoothed edges stay where they belong, and more codes can be read than with sharp ones, which are
      // moved to whole pixels (docs/decisions/scannable-codes.md).
      shapeRendering="geometricPrecision"
      viewBox={qrViewBox(size, large)}
    >
      <path className={styles.dark} d={path} />
      {logo && (
        <g transform={`translate(${corner} ${corner}) scale(${mark / 32})`}>
          <rect className={styles.ground} height="32" width="32" />
          <rect
            className={styles.edge}
            height="25"
            pathLength="120"
            rx="8"
            strokeDasharray="5.2 2.3"
            width="25"
            x="3.5"
            y="3.5"
          />
          <path className={styles.tick} d="M10.2 16.3 14.5 20.5 22 11.8" />
        </g>
      )}
    </svg>
  );
}
