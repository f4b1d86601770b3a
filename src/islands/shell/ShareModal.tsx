import { close } from '#text/common.ts';
import { closeIn } from '#text/share.ts';
import { shareStampcard } from '#text/shell.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { ShareContent } from './ShareContent.tsx';
import { ShowMyCode } from './ShowMyCode.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** Before this many seconds have passed it can't be closed. */
  secondsLeft?: number;
  /** It came by itself, maybe between the customer and the till. */
  offersCode?: boolean;
}

/** 'Share Stampcard': from the header at any time, on /home once a day by itself. */
export function ShareModal({ open, onClose, secondsLeft = 0, offersCode = false }: Props) {
  return (
    <Modal open={open} onClose={onClose} title={shareStampcard} closable={secondsLeft === 0}>
      <ShareContent>
        {offersCode && <ShowMyCode />}
        <Button rank="plain" wide disabled={secondsLeft > 0} onClick={onClose}>
          {secondsLeft > 0 ? closeIn(secondsLeft) : close}
        </Button>
      </ShareContent>
    </Modal>
  );
}
