import { dataErrors } from '../../lib/messages.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import styles from './NavQrButton.module.css';

const sheets = onDemand(() => import('./CustomerSheets.tsx'));

const showCode = () => void sheets.use((module) => void module.openCustomerQr());

/** The raised button in the middle of the bottom bar, and the sheets it leads to. */
export function NavQrButton({ className }: { className: string | undefined }) {
  const state = useValue(sheets.$state);
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
