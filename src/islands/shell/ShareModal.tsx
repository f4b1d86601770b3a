import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { ShareContent } from './ShareContent.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** Before this many seconds have passed it can't be closed. */
  secondsLeft?: number;
}

/** 'Share Stampcard': from the header at any time, on /home once a day by itself. */
export function ShareModal({ open, onClose, secondsLeft = 0 }: Props) {
  return (
    <Modal open={open} onClose={onClose} title="Share Stampcard" closable={secondsLeft === 0}>
      <ShareContent />
      <Button rank="plain" wide disabled={secondsLeft > 0} onClick={onClose}>
        {secondsLeft > 0 ? `Close (${secondsLeft})` : 'Close'}
      </Button>
    </Modal>
  );
}
