import { useEffect } from 'react';
import { guestTexts } from '#text/guests.ts';
import { $cardTold, takeCardAlong } from '../../lib/state/guest-move.ts';
import { $isGuest, signInPath, tellsGuests } from '../../lib/state/guests.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';

/** What a guest can lose, and what came of the card once they have signed in. */
export function GuestNotices() {
  const isGuest = useValue($isGuest);
  const told = useValue($cardTold);
  useEffect(takeCardAlong, []);
  return (
    <>
      {told && <Banner tone={told.tone}>{told.text}</Banner>}
      {isGuest && tellsGuests() && (
        <Banner tone="info" actions={[{ label: guestTexts.keep, href: signInPath() }]}>
          {guestTexts.notice}
        </Banner>
      )}
    </>
  );
}
