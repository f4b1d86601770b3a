import { $sharePrompt, closeSharePrompt } from '../../lib/state/prompts.ts';
import { ShareModal } from '../shell/ShareModal.tsx';
import { useValue } from '../use-value.ts';

/** The countdown begins when the prompt is first asked for, so not before there is a sheet. */
export function SharePromptSheet() {
  const { open, secondsLeft } = useValue($sharePrompt);
  return <ShareModal open={open} onClose={closeSharePrompt} secondsLeft={secondsLeft} offersCode />;
}
