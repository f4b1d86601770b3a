import { defaults } from '#text/messages.ts';
import * as text from '#text/receipt.ts';
import { appExactTimeText, parseInstant } from '../../lib/domain/day.ts';
import type { Redemption } from '../../lib/domain/entities.ts';
import { initial } from '../../lib/domain/graphemes.ts';
import { receiptNumber } from '../../lib/domain/receipt-number.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { $isReceiptNew, $receipt, closeReceipt } from '../../lib/state/redeem/redemption-state.ts';
import { type Fact, Facts } from '../cards/Facts.tsx';
import { NewSeal } from '../cards/NewSeal.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Modal } from '../ui/Modal.tsx';
import { Photo } from '../ui/Photo.tsx';
import ticket from '../ui/Ticket.module.css';
import { useValue } from '../use-value.ts';
import styles from './ReceiptSheet.module.css';

/** What was redeemed, to show to the staff and keep (docs/product.md#receipt). */
export function ReceiptSheet() {
  const receipt = useValue($receipt);
  const isNew = useValue($isReceiptNew);
  return (
    <Modal
      open={receipt !== null}
      onClose={closeReceipt}
      title={isNew ? text.enjoy : text.title}
      describedBy="receipt"
    >
      {receipt && (
        <div className={styles.sheet} id="receipt">
          <Receipt receipt={receipt} isNew={isNew} />
          <Button wide onClick={closeReceipt}>
            {text.done}
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** @param isNew it has just been redeemed: the store's seal is pressed onto it */
function Receipt({ receipt, isNew }: { receipt: Redemption; isNew: boolean }) {
  const { id, storeName, rewardTitle, rewardPhoto, stampsSpent } = receipt;
  const at = parseInstant(receipt.redeemedAt) ?? parseInstant(receipt.createdAt);
  const facts: Fact[] = [{ term: text.number, value: receiptNumber(receipt.id) }];
  if (stampsSpent !== null) facts.push({ term: text.stamps, value: stampsSpent });
  return (
    <article className={ticket.ticket}>
      <div className={classes(ticket.head, styles.head)}>
        <div className={styles.picture}>
          <Photo
            alt=""
            priority="now"
            seed={id}
            sized={sizedPhoto(rewardPhoto, 'card')}
            src={rewardPhoto}
          />
          {isNew && <NewSeal initial={initial(storeName ?? '')} seed={id} total={1} goal={1} />}
        </div>
        <div className={styles.words}>
          <h3 className={styles.title} data-lines="3" dir="auto">
            {rewardTitle ?? defaults.redemption}
          </h3>
          {storeName && (
            <p data-lines="3" dir="auto">
              {storeName}
            </p>
          )}
        </div>
      </div>
      <div className={classes(ticket.body, styles.part)}>
        {at !== null && (
          <p>
            <time className={styles.time} dateTime={new Date(at).toISOString()}>
              {appExactTimeText(at)}
            </time>
          </p>
        )}
        <Facts facts={facts} />
      </div>
    </article>
  );
}
