import { useEffect } from 'react';
import { guestTexts } from '#text/guests.ts';
import type { SignedOut } from '../../lib/routes.ts';
import { $cardNotice, takeCardAlong } from '../../lib/state/guest-move.ts';
import { $isGuest, signInPath, tellsGuests } from '../../lib/state/guests.ts';
import { $lastSeen } from '../../lib/state/reading/offline.ts';
import { guardScreen } from '../../lib/state/session/guard.ts';
import { $sessionTrouble, retrySession } from '../../lib/state/session/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { FromSnapshot, useValue } from '../use-value.ts';

/**
 * Lets only signed-in customers stay, and says so when the session can't be renewed. While offline, the
 * offline notice is enough above earlier content.
 */
export function SessionGuard({ signedOut }: { signedOut: SignedOut }) {
  const trouble = useValue($sessionTrouble);
  useEffect(() => void guardScreen(signedOut), [signedOut]);
  const isSaid = useValue($lastSeen) !== null;
  const notice = trouble !== null && !isSaid && (
    <Banner tone="error" retry={retrySession}>
      {trouble}
    </Banner>
  );
  if (!import.meta.env.GUESTS) return notice;
  return (
    <>
      {notice}
      {/* Outside of the saved parts: no snapshot contains it. */}
      <FromSnapshot value={false}>
        <GuestNotices />
      </FromSnapshot>
    </>
  );
}

/** What a guest can lose, and what became of the card once they have signed in. */
function GuestNotices() {
  const isGuest = useValue($isGuest);
  const notice = useValue($cardNotice);
  useEffect(takeCardAlong, []);
  return (
    <>
      {/* There before it has something to say, or a screen reader may miss it. */}
      <div className="live" role="status">
        {notice?.tone === 'success' && (
          <Banner quiet tone="success">
            {notice.text}
          </Banner>
        )}
      </div>
      {notice?.tone === 'error' && <Banner tone="error">{notice.text}</Banner>}
      {isGuest && tellsGuests() && (
        <Banner tone="info" actions={[{ label: guestTexts.keep, href: signInPath() }]}>
          {guestTexts.notice}
        </Banner>
      )}
    </>
  );
}
