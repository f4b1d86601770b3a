import { useEffect, useRef } from 'react';
import { loading } from '#text/common.ts';
import { processing } from '#text/messages.ts';
import * as text from '#text/redeem.ts';
import { routes } from '../../lib/routes.ts';
import {
  $isProcessing,
  $receipt,
  $redemptionSuccess,
} from '../../lib/state/redeem/redemption-state.ts';
import { $tapWaits } from '../../lib/state/redeem/selection.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import styles from './RedeemNotices.module.css';

const seeTransactions = { label: text.seeTransactions, href: routes.transactions.path };

/**
 * How the redemption goes, in banners (docs/product.md#errors-and-waiting). While the receipt is
 * open it holds the green one; with the receipt gone the focus comes here, and the window with it.
 */
export function RedeemNotices() {
  const isProcessing = useValue($isProcessing);
  const waits = useValue($tapWaits);
  const success = useValue($redemptionSuccess);
  const isReceiptOpen = useValue($receipt) !== null;
  const wasReceiptOpen = useRef(false);
  const notices = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (wasReceiptOpen.current && !isReceiptOpen) notices.current?.focus();
    wasReceiptOpen.current = isReceiptOpen;
  }, [isReceiptOpen]);

  return (
    <div className={styles.notices} ref={notices} tabIndex={-1}>
      <div className="live" role="status">
        {waits && <span className="visually-hidden">{loading}</span>}
        {isProcessing && (
          <Banner tone="info" quiet>
            {processing}
          </Banner>
        )}
      </div>
      {success && !isProcessing && !isReceiptOpen && (
        // The receipt has said it already.
        <Banner tone="success" quiet actions={[seeTransactions]}>
          {success}
        </Banner>
      )}
    </div>
  );
}
