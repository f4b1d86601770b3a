import { useState } from 'react';
import { noRedemptions, openReceiptFailed, unableToLoad } from '#text/transactions.ts';
import type { Redemption } from '../../lib/domain/entities.ts';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { unlessLeft } from '../../lib/state/address.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { openReceipt } from '../../lib/state/redeem/redemption-state.ts';
import {
  $redemptions,
  $redemptionsPage,
  $redemptionsPages,
  goToRedemptionsPage,
  readRedemptions,
} from '../../lib/state/transactions.ts';
import { RedemptionCard } from '../cards/RedemptionCard.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { Banner } from '../ui/Banner.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Pager } from '../ui/Pager.tsx';
import { useValue } from '../use-value.ts';

const receiptSheet = onDemand(() => import('../screen/ReceiptSheet.tsx'));

/** The result of a tap may be behind the bottom bar. */
const bringIntoSight = (note: Element | null) => note?.scrollIntoView({ block: 'center' });

/** Every redemption, newest first; the day does not filter them. */
export function RedemptionsTab() {
  const state = useValue($redemptions);
  const sheet = useValue(receiptSheet.$state);
  const [tapped, setTapped] = useState<Redemption | null>(null);
  const showReceipt = (redemption: Redemption) => {
    setTapped(redemption);
    void receiptSheet.whenReady(unlessLeft(() => openReceipt(redemption)));
  };
  return (
    <>
      <Loaded
        state={state}
        skeleton={{ shape: 'redemption', count: SKELETON_CARDS }}
        retry={readRedemptions}
        message={(message) => unableToLoad('redemptions', message)}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState illustration="gift">{noRedemptions}</EmptyState>
          ) : (
            <ul className="card-list">
              {items.map((redemption) => (
                <li key={redemption.id} className="card-list">
                  <RedemptionCard
                    redemption={redemption}
                    onReceipt={() => showReceipt(redemption)}
                  />
                  {sheet.status === 'failed' && tapped?.id === redemption.id && (
                    <div ref={bringIntoSight}>
                      <Banner tone="error">{openReceiptFailed}</Banner>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Pager
        page={useValue($redemptionsPage)}
        pages={useValue($redemptionsPages)}
        onPage={goToRedemptionsPage}
        disabled={state.status === 'failed'}
      />
      {sheet.status === 'ready' && <sheet.module.ReceiptSheet />}
    </>
  );
}
