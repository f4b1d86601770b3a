import { useEffect, useRef } from 'react';
import { runOut } from '#text/redeem.ts';
import { $redemption, hasExpiredCode } from '../../lib/state/redeem/redemption-state.ts';
import { $canRedeem, $canTapToRedeem } from '../../lib/state/redeem/selection.ts';
import { takeRedeemNow } from '../../lib/state/selected-reward.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import { redemptionCode } from './redemption-code.ts';

const openCode = () =>
  void redemptionCode.whenReady(({ openRedemptionCode }) => void openRedemptionCode());

/** What the page before this one left to do: to open the code, or to say that it expired. Below the button, where the page was left. */
export function CodeNotice() {
  const redemption = useValue($redemption);
  const canRedeem = useValue($canRedeem);
  const canTap = useValue($canTapToRedeem);
  const opensAtOnce = useRef(false);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    opensAtOnce.current = takeRedeemNow();
    if (hasExpiredCode()) {
      void redemptionCode.whenReady(({ followExpiredCode }) => void followExpiredCode());
    }
  }, []);

  useEffect(() => {
    if (!canRedeem || !opensAtOnce.current) return;
    opensAtOnce.current = false;
    openCode();
  }, [canRedeem]);

  // Not while the page is about to be reloaded: then nothing can be redeemed.
  const isShown = redemption.status === 'expired' && canTap;
  useEffect(() => {
    if (isShown) notice.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);

  return (
    <div className="live" ref={notice} role="status">
      {isShown && (
        <Banner tone="info" quiet actions={[{ label: runOut.renew, onClick: openCode }]}>
          {runOut.said}
        </Banner>
      )}
    </div>
  );
}
