import { useEffect } from 'react';
import { offline as offlineTexts } from '../../lib/messages.ts';
import type { SignedOut } from '../../lib/routes.ts';
import { $offline } from '../../lib/state/reading/offline.ts';
import { guardScreen } from '../../lib/state/session/guard.ts';
import { $sessionTrouble, retrySession } from '../../lib/state/session/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';

/**
 * Lets only signed-in customers stay, and says so when there is no line or the session can't be
 * renewed.
 */
export function SessionGuard({ signedOut }: { signedOut: SignedOut }) {
  const trouble = useValue($sessionTrouble);
  const offline = useValue($offline);
  useEffect(() => void guardScreen(signedOut), [signedOut]);
  return (
    <>
      {offline && <Banner tone="info">{offlineTexts.sign}</Banner>}
      {trouble !== null && (
        <Banner tone="error" actions={[{ label: 'Try again', onClick: () => void retrySession() }]}>
          {trouble}
        </Banner>
      )}
    </>
  );
}
