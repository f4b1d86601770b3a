import { defaults } from '#text/messages.ts';
import * as text from '#text/receipt.ts';
import { parseInstant } from '../../lib/domain/day.ts';
import type { Redemption } from '../../lib/domain/entities.ts';
import { appExactTimeText } from '../../lib/domain/exact-time.ts';
import { initial } from '../../lib/domain/placeholder.ts';
import { receiptNumber } from '../../lib/domain/receipt-number.ts';
import { $receipt, closeReceipt } from '../../lib/state/redeem/receipt.ts';
import { $redemptionSuccess } from '../../lib/state/redeem/redemption-state.ts';
import { type Fact, Facts } from '../cards/Facts.tsx';
import { NewSeal } from '../cards/NewSeal.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Modal } from '../ui/Modal.tsx';
import ticket from '../ui/Ticket.module.css';
import { useValue } from '../use-value.ts';
import styles from './ReceiptSheet.module.css';

/** What was redeemed, to be turned to the staff (docs/product.md#receipt). */
export function ReceiptSheet() {
  const receipt = useValue($receipt);
  const success = useValue($redemptionSuccess);
  return (
    <Modal
      open={receipt !== null}
      onClose={closeReceipt}
      title={text.title}
      hideTitle={success !== null}
      describedBy="receipt"
    >
      {receipt && (
        <div className={styles.sheet} id="receipt">
          {success && <Celebration receipt={receipt} success={success} />}
          <Receipt receipt={receipt} />
          <Button wide onClick={closeReceipt}>
            {text.done}
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** Of a redemption that has just been seen: the last stamp's seal, and the specified banner. */
function Celebration({ receipt, success }: { receipt: Redemption; success: string }) {
  return (
    <>
      <div className={styles.seal}>
        <NewSeal initial={initial(receipt.storeName ?? '')} seed={receipt.id} total={1} goal={1} />
      </div>
      <Banner tone="success" quiet>
        {success}
      </Banner>
    </>
  );
}

function Receipt({ receipt }: { receipt: Redemption }) {
  const { storeName, rewardTitle, stampsSpent } = receipt;
  const at = parseInstant(receipt.redeemedAt ?? receipt.createdAt);
  const facts: Fact[] = [{ term: text.number, value: receiptNumber(receipt.id) }];
  if (stampsSpent !== null) facts.push({ term: text.stamps, value: stampsSpent });
  return (
    <article className={ticket.ticket}>
      <div className={classes(ticket.head, styles.part)}>
        <h3 className={styles.title} data-lines="3" dir="auto">
          {rewardTitle ?? defaults.redemption}
        </h3>
        {storeName && (
          <p className={styles.store} data-lines="3" dir="auto">
            {storeName}
          </p>
        )}
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
