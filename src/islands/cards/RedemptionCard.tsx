import { defaults } from '#text/messages.ts';
import * as text from '#text/transactions.ts';
import { appTimestampText, parseInstant } from '../../lib/domain/day.ts';
import type { Redemption } from '../../lib/domain/entities.ts';
import { receiptNumber } from '../../lib/domain/receipt-number.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { Photo } from '../ui/Photo.tsx';
import styles from './RedemptionCard.module.css';

interface Props {
  redemption: Redemption;
  onReceipt: () => void;
}

/** A spent card: the photo is the stub, torn off at the perforation. */
export function RedemptionCard({ redemption, onReceipt }: Props) {
  const instant = parseInstant(redemption.redeemedAt) ?? parseInstant(redemption.createdAt);
  const number = receiptNumber(redemption.id);
  return (
    <article className={styles.card}>
      <div className={styles.stub}>
        <Photo
          alt=""
          sized={sizedPhoto(redemption.rewardPhoto, 'small')}
          className={styles.photo}
          seed={redemption.id}
          src={redemption.rewardPhoto}
        />
      </div>
      <div className={styles.words}>
        <h2 className={styles.name} data-lines="3" dir="auto">
          {redemption.storeName || defaults.redemption}
        </h2>
        {redemption.rewardTitle && (
          <p className={styles.reward} data-lines="3" dir="auto">
            {redemption.rewardTitle}
          </p>
        )}
        {instant !== null && <p className={styles.time}>{appTimestampText(instant)}</p>}
        {redemption.notes && (
          <p className={styles.notes} data-lines="20">
            {text.notes(<bdi key="notes">{redemption.notes}</bdi>)}
          </p>
        )}
        <p className={styles.number}>
          <span>{text.redemptionNumber(number)}</span>
          <button
            type="button"
            className={styles.receipt}
            aria-label={text.receiptOf(number)}
            aria-haspopup="dialog"
            onClick={onReceipt}
          >
            {text.receipt}
          </button>
        </p>
      </div>
    </article>
  );
}
