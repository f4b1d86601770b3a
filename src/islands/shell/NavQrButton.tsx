import { useEffect } from 'react';
import { dataErrors } from '../../lib/messages.ts';
import { consumeShowCode } from '../../lib/state/address.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import styles from './NavQrButton.module.css';

/** The sheets the button leads to and the code's life; they come after the screen. */
const sheets = onDemand(async () => {
  const [{ CustomerSheets }, { openStampCode }] = await Promise.all([
    import('./CustomerSheets.tsx'),
    import('../../lib/state/codes/stamp-code.ts'),
  ]);
  return { CustomerSheets, openStampCode };
});

const showCode = () => void sheets.whenReady(({ openStampCode }) => void openStampCode());

/** The raised button in the middle of the bottom bar, and the sheets it leads to. */
export function NavQrButton({ className }: { className: string | undefined }) {
  const state = useValue(sheets.$state);

  // One tap on the shortcut of the home screen leads to the open code.
  useEffect(() => {
    if (consumeShowCode()) showCode();
  }, []);

  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Show my QR code"
        aria-haspopup="dialog"
        onClick={showCode}
      >
        <Icon name="qr" size={28} />
      </button>
      {state.status === 'failed' && (
        <p className={styles.failed} role="alert">
          {dataErrors.generateQr}
        </p>
      )}
      {state.status === 'ready' && <state.module.CustomerSheets />}
    </>
  );
}
