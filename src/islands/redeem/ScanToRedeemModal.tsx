import { minutesAndSeconds } from '../../lib/domain/countdown.ts';
import { appTimeText } from '../../lib/domain/day.ts';
import { codeTexts } from '../../lib/later-messages.ts';
import {
  $redemptionCode,
  $timeLeft,
  $waitingForLine,
  closeRedemptionCode,
  refreshRedemptionCode,
} from '../../lib/state/redeem/redemption-code.ts';
import { QrCode } from '../cards/QrCode.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useValue } from '../use-value.ts';
import styles from './ScanToRedeemModal.module.css';

/** 'Scan to Redeem': two minutes to show it (docs/product.md#redemption-code). */
export function ScanToRedeemModal() {
  const qr = useValue($redemptionCode);
  const timeLeft = useValue($timeLeft) ?? 0;
  const isWaiting = useValue($waitingForLine);
  return (
    <Modal open={qr.open} onClose={closeRedemptionCode} title="Scan to Redeem" kind="sheet">
      {qr.open && (
        <div className={styles.sheet}>
          <p className={styles.hint}>Present to the store to redeem</p>
          <p className={styles.waiting} role="status">
            {isWaiting && codeTexts.waiting}
          </p>
          <QrCode
            svg={qr.image.status === 'ready' ? qr.image.drawing : null}
            label={`QR code for ${qr.reward.title}`}
            failed={qr.image.status === 'failed'}
            onRetry={() => void refreshRedemptionCode()}
          />
          <p className={styles.title} data-lines="2" dir="auto">
            {qr.reward.title}
          </p>
          <p className={styles.hint}>QR valid until {appTimeText(qr.validUntil)}</p>
          <p className={styles.left} role="timer">
            Time left {minutesAndSeconds(timeLeft)}
          </p>
          <Button rank="plain" wide onClick={closeRedemptionCode}>
            Close
          </Button>
        </div>
      )}
    </Modal>
  );
}
