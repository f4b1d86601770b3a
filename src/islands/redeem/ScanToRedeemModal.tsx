import type { MouseEvent } from 'react';
import { codeTexts } from '#text/codes.ts';
import { close } from '#text/common.ts';
import * as text from '#text/redeem.ts';
import { minutesAndSeconds } from '../../lib/domain/countdown.ts';
import { appTimeText } from '../../lib/domain/day.ts';
import { codeOf } from '../../lib/state/redeem/redemption.ts';
import {
  $isRunningOut,
  $timeLeft,
  closeRedemptionCode,
  refreshRedemptionCode,
  renewRedemptionCode,
} from '../../lib/state/redeem/redemption-code.ts';
import { $redemption } from '../../lib/state/redeem/redemption-state.ts';
import sheet from '../cards/CodeSheet.module.css';
import { QrCode } from '../cards/QrCode.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useValue } from '../use-value.ts';
import styles from './ScanToRedeemModal.module.css';

function renew({ currentTarget }: MouseEvent<HTMLElement>): void {
  // The button is about to go, and the focus with it.
  currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
  void renewRedemptionCode();
}

/** 'Scan to Redeem': two minutes to show it (docs/product.md#redemption-code). */
export function ScanToRedeemModal() {
  const redemption = useValue($redemption);
  const qr = codeOf(redemption);
  const timeLeft = useValue($timeLeft);
  const isRunningOut = useValue($isRunningOut);
  const isWaiting = redemption.status === 'opening' && redemption.isUnreachable;
  return (
    <Modal open={qr !== null} onClose={closeRedemptionCode} title={text.scanTitle}>
      {qr && (
        <div className={sheet.sheet}>
          <p className={sheet.hint}>{text.scanHint}</p>
          <p className={sheet.said} role="status">
            {isWaiting && codeTexts.waiting}
          </p>
          <QrCode
            image={qr.image}
            label={text.codeFor(qr.reward.title)}
            onRetry={() => void refreshRedemptionCode()}
          />
          <p className={sheet.title} data-lines="2" dir="auto">
            {qr.reward.title}
          </p>
          <p className={sheet.hint}>{text.validUntil(appTimeText(qr.validUntil))}</p>
          <p className={styles.left} data-ending={isRunningOut} role="timer">
            {isRunningOut && <Icon name="alert" size={20} />}
            {/* An element: a browser that translates replaces texts, and React inserts before this. */}
            <span>{text.timeLeftOf(minutesAndSeconds(timeLeft))}</span>
          </p>
          <p className={styles.ending} role="status">
            {isRunningOut ? codeTexts.runningOut : qr.renewed && codeTexts.renewed}
          </p>
          {/* Its space is there from the start, so that nothing moves under a finger. */}
          <Button
            className={styles.renew}
            data-offered={isRunningOut}
            rank="second"
            wide
            onClick={renew}
          >
            {text.runOut.renew}
          </Button>
          <Button rank="plain" wide onClick={closeRedemptionCode}>
            {close}
          </Button>
        </div>
      )}
    </Modal>
  );
}
