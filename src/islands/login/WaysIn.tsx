import { guestTexts } from '#text/guests.ts';
import { $isGuest } from '../../lib/state/guests.ts';
import { type SignIn, startAsGuest } from '../../lib/state/sign-in.ts';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import { CaptchaCheck } from './CaptchaCheck.tsx';
import { EmailCodeForm } from './EmailCodeForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import styles from './LoginPanel.module.css';

/** Where people may start without an account: the sign-in, then that way with what can be lost on it. */
export function WaysIn({ signIn }: { signIn: SignIn }) {
  const isGuest = useValue($isGuest);
  return (
    <>
      {signIn.webView ? <EmailCodeForm signIn={signIn} /> : <GoogleButton busy={signIn.busy} />}
      {/* Who has taken it is not offered it again. */}
      {!isGuest && <GuestStart signIn={signIn} />}
    </>
  );
}

function GuestStart({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <p className={styles.legal} id="without-account">
        {guestTexts.warning}
      </p>
      {/* The form for a code has its own. */}
      {import.meta.env.CAPTCHA && !signIn.webView && <CaptchaCheck />}
      <Button
        rank="second"
        wide
        aria-describedby="without-account"
        disabled={signIn.busy !== null}
        onClick={() => void startAsGuest()}
      >
        {guestTexts.start}
      </Button>
    </>
  );
}
