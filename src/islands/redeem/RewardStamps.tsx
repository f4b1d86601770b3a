import { type RefObject, useEffect, useRef } from 'react';
import { guestTexts } from '#text/guests.ts';
import { dataErrors, defaults } from '#text/messages.ts';
import { stamps as stampCount } from '#text/plural.ts';
import { toCollect } from '#text/progress.ts';
import * as text from '#text/redeem.ts';
import type { Stamp } from '../../lib/domain/entities.ts';
import { initial } from '../../lib/domain/graphemes.ts';
import type { Reward } from '../../lib/domain/reward.ts';
import {
  isRedeemable,
  remainingStamps,
  stampsNeeded,
  totalStamps,
} from '../../lib/domain/stamp-goal.ts';
import { unlessLeft } from '../../lib/state/address.ts';
import { $isGuest, signInPath } from '../../lib/state/guests.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { $offline } from '../../lib/state/reading/offline.ts';
import { $redemption } from '../../lib/state/redeem/redemption-state.ts';
import {
  $canRedeem,
  $canTapToRedeem,
  $redeemReady,
  $redeemTappable,
  $stampsToSpend,
  $tapWaits,
  readSelection,
} from '../../lib/state/redeem/selection.ts';
import { takeRedeemNow } from '../../lib/state/selected-reward.ts';
import { type Fact, Facts } from '../cards/Facts.tsx';
import { StampSlots } from '../cards/StampSlots.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import styles from './RedeemScreen.module.css';

/** The sheets of the code and the receipt, and the code's life cycle; they load after the screen. */
export const redemptionCode = onDemand(async () => {
  const [{ ScanToRedeemModal }, { ReceiptSheet }, { followExpiredCode, openRedemptionCode }] =
    await Promise.all([
      import('./ScanToRedeemModal.tsx'),
      import('../screen/ReceiptSheet.tsx'),
      import('../../lib/state/redeem/redemption-code.ts'),
    ]);
  return { ScanToRedeemModal, ReceiptSheet, followExpiredCode, openRedemptionCode };
});

function openCode(): void {
  void redemptionCode.whenReady(unlessLeft(({ openRedemptionCode }) => void openRedemptionCode()));
}

/** Opens the code as if by the button: when it closes, the focus is there, not on what has gone by then. */
function openFromButton(notice: RefObject<Element | null>): void {
  notice.current?.parentElement?.querySelector('button')?.focus({ preventScroll: true });
  openCode();
}

/** How far the customer is (docs/product.md#stamps). */
export function RewardStamps({ reward, facts }: { reward: Reward; facts: Fact[] }) {
  const stamps = useValue($stampsToSpend);
  // A reward without a store has no stamps to count.
  if (reward.storeId === null) return <StampProgress reward={reward} held={[]} facts={facts} />;
  return (
    <Loaded state={stamps} skeleton={{ shape: 'reward-stamps' }} retry={readSelection}>
      {(held) => <StampProgress reward={reward} held={held} facts={facts} />}
    </Loaded>
  );
}

function StampProgress({ reward, held, facts }: { reward: Reward; held: Stamp[]; facts: Fact[] }) {
  const tappable = useValue($redeemTappable);
  const waits = useValue($tapWaits);
  const offline = useValue($offline);
  const code = useValue(redemptionCode.$state);
  const redemption = useValue($redemption);
  const needed = stampsNeeded(reward);
  const total = totalStamps(held);
  const remaining = remainingStamps(total, needed);
  const needsLine = offline && !tappable && remaining === 0;
  const remainingFact = {
    term: text.remaining,
    value: remaining === 0 ? text.allCollected : stampCount(remaining),
  };
  return (
    <>
      <StampSlots
        total={Math.min(total, needed)}
        goal={needed}
        initial={initial(reward.storeName ?? defaults.storeName)}
        seed={reward.storeId ?? reward.id}
      />
      <div className={styles.action}>
        {isRedeemable(total, needed) ? (
          <Button
            wide
            disabled={!tappable}
            aria-busy={waits}
            aria-describedby={needsLine ? 'needs-line' : undefined}
            onClick={openCode}
          >
            {text.redeemReward}
          </Button>
        ) : (
          <p className={styles.remaining}>{toCollect(remaining)}</p>
        )}
        {needsLine && (
          <p className={styles.why} id="needs-line">
            {text.needsConnection}
          </p>
        )}
        <CodeNotice />
        {redemption.status === 'refused' && <CodeRefusal sentence={redemption.sentence} />}
        {code.status === 'failed' && <Banner tone="error">{dataErrors.generateQr}</Banner>}
      </div>
      <Facts facts={[remainingFact, ...facts]} />
    </>
  );
}

/** Does nothing if it was shown before its screen was left: then it is about to go. */
function bringIntoSight(notice: RefObject<Element | null>, status: 'refused' | 'expired'): void {
  if ($redemption.get().status === status) notice.current?.scrollIntoView({ block: 'center' });
}

/** Why the code closed again: below the button, which may be at the foot of the screen. */
function CodeRefusal({ sentence }: { sentence: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => bringIntoSight(notice, 'refused'), []);
  return (
    <div ref={notice}>
      {import.meta.env.GUESTS ? (
        <RefusalOfGuest sentence={sentence} />
      ) : (
        <Banner tone="error">{sentence}</Banner>
      )}
    </div>
  );
}

/** Why a code closed again; for a guest, who can't redeem anything, with the way to an account. */
function RefusalOfGuest({ sentence }: { sentence: string }) {
  const isGuest = useValue($isGuest);
  if (!isGuest) return <Banner tone="error">{sentence}</Banner>;
  return (
    <Banner tone="calm" actions={[{ label: guestTexts.redeem, href: signInPath() }]}>
      {sentence}
    </Banner>
  );
}

/**
 * What the previous page left to do: open the code, or say that it expired. Below the button, where that
 * page was left.
 */
function CodeNotice() {
  const redemption = useValue($redemption);
  const isReady = useValue($redeemReady);
  const canTap = useValue($canTapToRedeem);
  const opensAtOnce = useRef(false);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    opensAtOnce.current = takeRedeemNow();
  }, []);

  useEffect(() => {
    if (!isReady || !opensAtOnce.current) return;
    // If there are too few stamps by now, it does not open by itself once there are enough either.
    opensAtOnce.current = false;
    if ($canRedeem.get()) openFromButton(notice);
  }, [isReady]);

  // Not while the page is about to be reloaded: then nothing can be redeemed.
  const isShown = redemption.status === 'expired' && canTap;
  useEffect(() => {
    if (isShown) bringIntoSight(notice, 'expired');
  }, [isShown]);

  return (
    <div className="live" ref={notice} role="status">
      {isShown && (
        <Banner
          tone="info"
          quiet
          actions={[{ label: text.runOut.renew, onClick: () => openFromButton(notice) }]}
        >
          {text.runOut.said}
        </Banner>
      )}
    </div>
  );
}
