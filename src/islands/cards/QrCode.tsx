import { useState } from 'react';
import { QR_LOGO_SHARE, QR_MARGIN_MODULES } from '../../lib/domain/limits.ts';
import { dataErrors } from '../../lib/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './QrCode.module.css';

interface Drawing {
  /** Modules along one side, without the margin. */
  size: number;
  /** The dark modules as path data, one unit a module. */
  path: string;
}

interface Props {
  /** null while it is being drawn. */
  svg: Drawing | null;
  label: string;
  logo?: boolean;
  failed?: boolean;
  onRetry?: (() => void) | undefined;
}

/**
 * A code to be scanned: dark on white in both schemes, enlarged by a tap
 * (docs/product.md#qr-codes).
 */
export function QrCode({ svg, label, logo = false, failed = false, onRetry }: Props) {
  const [large, setLarge] = useState(false);
  if (failed) {
    return (
      <div className={styles.failed} role="alert">
        <Icon name="alert" size={32} />
        <p>{dataErrors.generateQr}</p>
        {onRetry && (
          <Button onClick={onRetry} rank="second">
            Try again
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.panel} data-large={large && svg !== null}>
      {svg === null ? (
        <div className={styles.waiting} role="status">
          <span className="visually-hidden">Loading</span>
        </div>
      ) : (
        <>
          <Code label={label} logo={logo} svg={svg} />
          <button
            aria-label="Enlarge the code"
            aria-pressed={large}
            className={styles.enlarge}
            onClick={() => setLarge(!large)}
            type="button"
          />
        </>
      )}
    </div>
  );
}

function Code({ svg, label, logo }: { svg: Drawing; label: string; logo: boolean }) {
  const side = svg.size + QR_MARGIN_MODULES * 2;
  const mark = svg.size * QR_LOGO_SHARE;
  const corner = (svg.size - mark) / 2;
  return (
    <svg
      aria-label={label}
      className={styles.code}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`${-QR_MARGIN_MODULES} ${-QR_MARGIN_MODULES} ${side} ${side}`}
    >
      <path className={styles.dark} d={svg.path} />
      {logo && (
        <g
          shapeRendering="geometricPrecision"
          transform={`translate(${corner} ${corner}) scale(${mark / 32})`}
        >
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
