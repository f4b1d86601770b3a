import { $sharePrompt, closeSharePrompt } from '../../lib/state/prompts.ts';
import { ShareContent } from '../shell/ShareContent.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useValue } from '../use-value.ts';

/** Once a day; no way to close it before its countdown has ended (section 4, 'Share modal'). */
export function SharePrompt() {
  const { open, secondsLeft } = useValue($sharePrompt);
  return (
    <Modal
      open={open}
      onClose={closeSharePrompt}
      title="Share Stampcard"
      kind="sheet"
      closable={secondsLeft === 0}
    >
      {open && <ShareContent />}
      <Button rank="plain" wide disabled={secondsLeft > 0} onClick={closeSharePrompt}>
        {secondsLeft > 0 ? `Close (${secondsLeft})` : 'Close'}
      </Button>
    </Modal>
  );
}
