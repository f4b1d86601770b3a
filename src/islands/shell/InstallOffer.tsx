import { $installOffer, dismissInstall, install } from '../../lib/state/install.ts';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import styles from './InstallOffer.module.css';

/**
 * Below a stamp that has landed: the code one tap from the home screen
 * (docs/decisions/the-worker.md).
 */
export function InstallOffer() {
  if (!useValue($installOffer)) return null;
  return (
    <section className={styles.offer} aria-labelledby="install-offer">
      <p id="install-offer">
        Your code, one tap from your home screen. It opens without a signal too.
      </p>
      <div className={styles.answers}>
        <Button rank="second" onClick={() => void install()}>
          Install
        </Button>
        <Button rank="plain" onClick={dismissInstall}>
          Not now
        </Button>
      </div>
    </section>
  );
}
