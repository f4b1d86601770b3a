import { $customerQr, $landing, openCustomerQr } from '../../lib/state/customer-qr.ts';
import { loadDrawing } from '../../lib/state/qr.ts';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import { ScanQrModal } from './ScanQrModal.tsx';
import { StampLandedModal } from './StampLandedModal.tsx';

/** The raised button in the middle of the bottom bar, and the sheets it leads to. */
export function NavQrButton({ className }: { className: string | undefined }) {
  const qr = useValue($customerQr);
  const landing = useValue($landing);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Show my QR code"
        aria-haspopup="dialog"
        onPointerDown={() => void loadDrawing()}
        onClick={() => void openCustomerQr()}
      >
        <Icon name="qr" size={28} />
      </button>
      <ScanQrModal qr={qr} />
      <StampLandedModal landing={landing} />
    </>
  );
}
