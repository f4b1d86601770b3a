import { useEffect } from 'react';
import { tryAgain } from '#text/common.ts';
import type { SignedOut } from '../../lib/routes.ts';
import { $lastSeen } from '../../lib/state/reading/offline.ts';
import { guardScreen } from '../../lib/state/session/guard.ts';
import { $sessionTrouble, retrySession } from '../../lib/state/session/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import { GuestNotices } from './GuestNotices.tsx';

/**
 * Lets only signed-in customers stay, and says so when the session can't be renewed. Over what was
 * seen before, without a line, the offline notice has said enough.
 */
export function SessionGuard({ signedOut }: { signedOut: SignedOut }) {
  const trouble = useValue($sessionTrouble);
  useEffect(() => void guardScreen(signedOut), [signedOut]);
  const isSaid = useValue($lastSeen) !== null;
  const notice = trouble !== null && !isSaid && (
    <Banner tone="error" actions={[{ label: tryAgain, onClick: () => void retrySession() }]}>
      {trouble}
    </Banner>
  );
  if (!import.meta.env.GUESTS) return notice;
  return (
    <>
      {notice}
      <GuestNotices />
    </>
  );
}
