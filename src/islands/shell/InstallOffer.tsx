import * as text from '#text/codes.ts';
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
      <p id="install-offer">{text.installOffer}</p>
      <div className={styles.answers}>
        <Button rank="second" onClick={() => void install()}>
          {text.install}
        </Button>
        <Button rank="plain" onClick={dismissInstall}>
          {text.notNow}
        </Button>
      </div>
    </section>
  );
}
