import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { loadDrawing } from '../../lib/state/qr.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Modal } from '../ui/Modal.tsx';
import { ShareContent } from './ShareContent.tsx';

/** The header's share button and profile link (specification, section 2, 'Signed-in shell'). */
export function ShellActions({ className }: { className: string | undefined }) {
  const [sharing, setSharing] = useState(false);
  const close = () => setSharing(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Share Stampcard"
        aria-haspopup="dialog"
        onPointerDown={() => void loadDrawing()}
        onClick={() => setSharing(true)}
      >
        <Icon name="share" />
      </button>
      <a className={className} href={routes.profile.path} aria-label="Profile">
        <Icon name="user" />
      </a>
      <Modal open={sharing} onClose={close} title="Share Stampcard" kind="sheet">
        {sharing && <ShareContent />}
        <Button rank="plain" wide onClick={close}>
          Close
        </Button>
      </Modal>
    </>
  );
}
