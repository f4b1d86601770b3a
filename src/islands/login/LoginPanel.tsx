import { useEffect } from 'react';
import { guestTexts } from '#text/guests.ts';
import * as text from '#text/login.ts';
import { config } from '../../lib/config.ts';
import { withWebView } from '../../lib/domain/web-view.ts';
import { routes } from '../../lib/routes.ts';
import { $isGuest } from '../../lib/state/guests.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { $logOutsLeft } from '../../lib/state/session/session.ts';
import {
  $signIn,
  type Busy,
  type SignIn,
  signInByGoogle,
  startAsGuest,
  startSignIn,
} from '../../lib/state/sign-in.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import { CaptchaCheck } from './CaptchaCheck.tsx';
import { EmailCodeForm } from './EmailCodeForm.tsx';
import styles from './LoginPanel.module.css';

const notice = onDemand(() => import('./LogOutNotice.tsx'));

/** The sign-in does not wait for it, and is there without it. */
function LogOutNotice() {
  const state = useValue(notice.$state);
  useEffect(() => void notice.whenReady(() => undefined), []);
  return state.status === 'ready' && <state.module.LogOutNotice />;
}

/** The sign-in itself: Google, or a one-time code within the app's web view (docs/product.md#sign-in). */
export function LoginPanel() {
  const signIn = useValue($signIn);
  const logOutsLeft = useValue($logOutsLeft);
  useEffect(() => void startSignIn(), []);
  return (
    <div className={styles.panel} data-step={signIn.step}>
      {signIn.step !== 'form' && (
        <p role="status" className={styles.completing}>
          {text.signingIn}
        </p>
      )}
      <p className={styles.store}>
        {signIn.store && text.signInToOpen(<bdi key="store">{signIn.store}</bdi>)}
      </p>
      {/* Says nothing while a code is verified, but keeps its space. */}
      <div className={styles.said} data-kept={signIn.sentTo === null ? undefined : ''}>
        {logOutsLeft && <LogOutNotice />}
        {signIn.error && <Banner tone="error">{signIn.error}</Banner>}
        <div className="live" role="status">
          {signIn.success && (
            <Banner tone="success" quiet>
              {signIn.success}
            </Banner>
          )}
        </div>
      </div>
      {signIn.webView ? <EmailCodeForm signIn={signIn} /> : <GoogleButton busy={signIn.busy} />}
      {signIn.emailPath && (
        <p className={styles.others}>
          {text.googleRefuses}
          <a href={signIn.emailPath}>{text.signInByEmail}</a>
        </p>
      )}
      {import.meta.env.GUESTS && <GuestStart signIn={signIn} />}
      <p className={styles.others}>
        <a data-web-view="1" href={withWebView(config.merchantUrl, signIn.webView)}>
          {text.storeOwnerLogin}
        </a>
        <a href={withWebView(routes.download.path, signIn.webView)}>{text.download}</a>
      </p>
      <p className={styles.legal}>
        <a href={withWebView(routes.privacyPolicy.path, signIn.webView)}>{text.privacyPolicy}</a>
        {' · '}
        <a href={withWebView(routes.termsOfService.path, signIn.webView)}>{text.termsOfService}</a>
      </p>
    </div>
  );
}

function GoogleButton({ busy }: { busy: Busy | null }) {
  return (
    <Button
      className={styles.google}
      wide
      aria-disabled={busy !== null}
      onClick={() => void signInByGoogle()}
    >
      <GoogleMark />
      {text.withGoogle}
    </Button>
  );
}

/** Google's own mark in its own colors on white, as its sign-in guidelines ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" width="20" height="20" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path
        fill="#FBBC05"
        d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33z"
      />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  );
}

/** Starts without an account, and says what can be lost that way. Not offered to someone who took it. */
function GuestStart({ signIn }: { signIn: SignIn }) {
  if (useValue($isGuest)) return null;
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
        aria-disabled={signIn.busy !== null}
        onClick={() => void startAsGuest()}
      >
        {guestTexts.start}
      </Button>
    </>
  );
}
