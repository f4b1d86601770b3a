import { $customerQr, $landing } from '../../lib/state/customer-qr.ts';
import { useValue } from '../use-value.ts';
import { ScanQrModal } from './ScanQrModal.tsx';
import { StampLandedModal } from './StampLandedModal.tsx';

export { openCustomerQr } from '../../lib/state/customer-qr.ts';

/** What the QR button leads to; comes after the screen. */
export function CustomerSheets() {
  return (
    <>
      <ScanQrModal qr={useValue($customerQr)} />
      <StampLandedModal landing={useValue($landing)} />
    </>
  );
}
