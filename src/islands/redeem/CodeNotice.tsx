import { useEffect, useRef } from 'react';
import { runOut } from '#text/redeem.ts';
import { takeRedeemNow } from '../../lib/state/redeem/redeem-now.ts';
import { $canRedeem, $codeRanOut, takeRunOutCode } from '../../lib/state/redeem/run-out.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import { redemptionCode } from './redemption-code.ts';

const openCode = () =>
  void redemptionCode.whenReady(({ openRedemptionCode }) => void openRedemptionCode());

/** What the page before this one left to do: to open the code, or to say that it ran out. Below the button, where the page was left. */
export function CodeNotice() {
  const ranOut = useValue($codeRanOut);
  const canRedeem = useValue($canRedeem);
  const opensAtOnce = useRef(false);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    opensAtOnce.current = takeRedeemNow();
    const code = takeRunOutCode();
    if (code) void redemptionCode.whenReady(({ followRunOutCode }) => void followRunOutCode(code));
  }, []);

  useEffect(() => {
    if (!canRedeem || !opensAtOnce.current) return;
    opensAtOnce.current = false;
    openCode();
  }, [canRedeem]);

  const isShown = ranOut && canRedeem;
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
