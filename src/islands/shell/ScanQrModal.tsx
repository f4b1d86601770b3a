import type { MouseEvent } from 'react';
import { codeTexts } from '../../lib/later-messages.ts';
import { routes } from '../../lib/routes.ts';
import {
  closeStampCode,
  refreshStampCode,
  resumeStampCode,
  type StampCode,
} from '../../lib/state/codes/stamp-code.ts';
import { QrCode } from '../cards/QrCode.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import styles from './ScanQrModal.module.css';

function resume({ currentTarget }: MouseEvent<HTMLElement>): void {
  // The button is about to go, and the focus with it.
  currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
  resumeStampCode();
}

/** 'Scan QR Code' (docs/product.md#shell). */
export function ScanQrModal({ qr }: { qr: StampCode }) {
  return (
    <Modal open={qr.open} onClose={closeStampCode} title="Scan QR Code" kind="sheet">
      {qr.open && (
        <div className={styles.sheet}>
          <p className={styles.hint}>Present to the store to get a stamp</p>
          <QrCode
            svg={qr.image.status === 'ready' ? qr.image.drawing : null}
            label={`QR code of ${qr.name}`}
            logo
            failed={qr.image.status === 'failed'}
            onRetry={() => void refreshStampCode()}
          />
          <p className={styles.name} data-lines="2" dir="auto">
            {qr.name}
          </p>
          <p className={styles.paused} role="status">
            {qr.paused && codeTexts.paused}
          </p>
          {qr.paused && (
            <Button rank="second" wide onClick={resume}>
              {codeTexts.resume}
            </Button>
          )}
          <ButtonLink rank="second" wide href={routes.rewards.path}>
            Redeem a reward
          </ButtonLink>
          <Button rank="plain" wide onClick={closeStampCode}>
            Close
          </Button>
        </div>
      )}
    </Modal>
  );
}
