import { useEffect, useRef, useState } from 'react';
import { logOut } from '#text/account.ts';
import { guestTexts } from '#text/guests.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** A guest's way out: asks first, because their stamps are lost with it. */
export function GuestLogOut({ leaving, onLogOut }: { leaving: boolean; onLogOut: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);

  // The button that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (isAsked) question.current?.focus();
    else if (wasAsked.current) first.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);

  if (!isAsked) {
    return (
      <Button ref={first} rank="second" wide onClick={() => setIsAsked(true)}>
        <Icon name="logout" />
        {logOut}
      </Button>
    );
  }
  return (
    <div ref={question} tabIndex={-1}>
      <Banner
        tone="error"
        actions={
          leaving
            ? []
            : [
                { label: guestTexts.logOut, onClick: onLogOut },
                { label: guestTexts.stay, onClick: () => setIsAsked(false) },
              ]
        }
      >
        {guestTexts.logOutWarning}
      </Banner>
    </div>
  );
}
