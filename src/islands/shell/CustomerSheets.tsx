import { $landing, $stampCode } from '../../lib/state/codes/stamp-code.ts';
import { useValue } from '../use-value.ts';
import { ScanQrModal } from './ScanQrModal.tsx';
import { StampLandedModal } from './StampLandedModal.tsx';

/** What the QR button leads to; comes after the screen. */
export function CustomerSheets() {
  return (
    <>
      <ScanQrModal qr={useValue($stampCode)} />
      <StampLandedModal landing={useValue($landing)} />
    </>
  );
}
