import { useRef } from 'react';
import { logOutTexts } from '#text/log-out.ts';
import { $logOutTrouble, retryLogOuts } from '../../lib/state/session/unfinished-log-outs.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';

/** Says that a log-out is not finished, for as long as it isn't (docs/product.md#session). */
export function LogOutNotice() {
  const trouble = useValue($logOutTrouble);
  const notice = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The button is gone during a retry, and the focus would be too.
    notice.current?.focus();
    void retryLogOuts();
  };
  if (trouble === 'none') return null;
  return (
    <div ref={notice} tabIndex={-1}>
      {trouble === 'failed' && (
        <Banner tone="error" retry={retry}>
          {`${logOutTexts.failed} ${logOutTexts.unfinished}`}
        </Banner>
      )}
      <div className="live" role="status">
        {trouble === 'retrying' && (
          <Banner quiet tone="info">
            {logOutTexts.retrying}
          </Banner>
        )}
        {trouble === 'ended' && (
          <Banner quiet tone="success">
            {logOutTexts.ended}
          </Banner>
        )}
      </div>
    </div>
  );
}
