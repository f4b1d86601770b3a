import { lazy, Suspense, useEffect } from 'react';
import * as text from '#text/login.ts';
import { config } from '../../lib/config.ts';
import { withWebView } from '../../lib/domain/web-view.ts';
import { routes } from '../../lib/routes.ts';
import { $logOutsLeft } from '../../lib/state/session/session.ts';
import { $signIn, startSignIn } from '../../lib/state/sign-in.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import { EmailCodeForm } from './EmailCodeForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import styles from './LoginPanel.module.css';
import { WaysIn } from './WaysIn.tsx';

/** Its code is there already when it is asked for: it comes with what finishes log-outs. */
const LogOutNotice = lazy(() => import('./LogOutNotice.tsx'));

/**
 * The sign-in itself: Google, or a one-time code within the app's web view
 * (docs/product.md#sign-in).
 */
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
      {/* While a code is verified nothing is said: its place stays. */}
      <div className={styles.said} data-kept={signIn.sentTo === null ? undefined : ''}>
        {logOutsLeft && (
          <Suspense>
            <LogOutNotice />
          </Suspense>
        )}
        {signIn.error && <Banner tone="error">{signIn.error}</Banner>}
        <div className="live" role="status">
          {signIn.success && (
            <Banner tone="success" quiet>
              {signIn.success}
            </Banner>
          )}
        </div>
      </div>
      {import.meta.env.GUESTS ? (
        <WaysIn signIn={signIn} />
      ) : signIn.webView ? (
        <EmailCodeForm signIn={signIn} />
      ) : (
        <GoogleButton busy={signIn.busy} />
      )}
      <p className={styles.others}>
        <a href={withWebView(config.merchantUrl, signIn.webView)}>{text.storeOwnerLogin}</a>
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
