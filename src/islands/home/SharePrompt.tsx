import { useEffect } from 'react';
import { onDemand } from '../../lib/state/on-demand.ts';
import { $sharePrompt, closeSharePrompt } from '../../lib/state/prompts.ts';
import { useValue } from '../use-value.ts';

const share = onDemand(() => import('../shell/ShareModal.tsx'));

/** Once a day; no way to close it before its countdown has ended (section 4, 'Share modal'). */
export function SharePrompt() {
  const { open, secondsLeft } = useValue($sharePrompt);
  const state = useValue(share.$state);
  useEffect(() => {
    if (open) void share.use(() => undefined);
  }, [open]);
  if (state.status !== 'ready') return null;
  return (
    <state.module.ShareModal open={open} onClose={closeSharePrompt} secondsLeft={secondsLeft} />
  );
}
