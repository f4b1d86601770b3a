import { useEffect, useRef, useState } from 'react';
import * as text from '#text/account.ts';
import { guestTexts } from '#text/guests.ts';
import { logOut } from '../../lib/state/session/log-out.ts';
import { $session } from '../../lib/state/session/session.ts';
import { OwnName } from '../screen/OwnName.tsx';
import { Address } from '../ui/Address.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useValue } from '../use-value.ts';
import styles from './AccountCard.module.css';
import { account } from './skeletons.tsx';

/** Who is signed in, and the way out (docs/product.md#profile). */
export function AccountCard() {
  const session = useValue($session);
  // Signed out, or logging out, the screen is on its way to the sign-in.
  if (session.status !== 'signed-in') return <Skeleton shape={account} />;
  const { person } = session;
  return (
    <section className={styles.account} aria-labelledby="account">
      <h2 id="account">{text.account}</h2>
      <div className={styles.card}>
        <Icon name="user" />
        <div className={styles.words}>
          <p className={styles.email} data-lines="6">
            <Address of={person.email ?? text.guest} />
          </p>
          <p className={styles.provider} data-lines="2">
            {import.meta.env.GUESTS && person.isGuest
              ? guestTexts.provider
              : text.signedInVia(person.provider ?? text.emailLink)}
          </p>
        </div>
      </div>
      {!person.isGuest && <OwnName key={person.id} person={person} />}
      {import.meta.env.GUESTS && person.isGuest ? (
        <GuestLogOut />
      ) : (
        <>
          <Button rank="second" wide onClick={() => void logOut()}>
            <Icon name="logout" />
            {text.logOut}
          </Button>
          <p className={styles.provider}>{text.logOutNote}</p>
        </>
      )}
    </section>
  );
}

/** A guest's way out: asks first, because their stamps are lost with it. */
function GuestLogOut() {
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
        {text.logOut}
      </Button>
    );
  }
  return (
    <div ref={question} tabIndex={-1}>
      <Banner
        tone="error"
        actions={[
          { label: guestTexts.logOut, onClick: () => void logOut() },
          { label: guestTexts.stay, onClick: () => setIsAsked(false) },
        ]}
      >
        {guestTexts.logOutWarning}
      </Banner>
    </div>
  );
}
