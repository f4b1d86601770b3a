import { useEffect, useState } from 'react';
import { onDemand } from '../../lib/state/on-demand.ts';
import { $sharePrompt, closeSharePrompt } from '../../lib/state/prompts.ts';
import type { ShareModal } from '../shell/ShareModal.tsx';
import { useModalCount } from '../ui/open-modals.ts';
import { useValue } from '../use-value.ts';

const share = onDemand(() => import('../shell/ShareModal.tsx'));

/**
 * Once a day; no way to close it before its countdown has ended (docs/product.md#share-prompt). It
 * waits while a code is open: it would stand between the customer and the counter.
 */
export function SharePrompt() {
  const state = useValue(share.$state);
  const modals = useModalCount();
  const [hasBegun, setHasBegun] = useState(false);
  const canBegin = state.status === 'ready' && modals === 0;

  useEffect(() => {
    if (canBegin) setHasBegun(true);
  }, [canBegin]);

  return hasBegun && state.status === 'ready' ? <Prompt Sheet={state.module.ShareModal} /> : null;
}

/** The countdown begins when the prompt is first asked for, so not before there is a sheet. */
function Prompt({ Sheet }: { Sheet: typeof ShareModal }) {
  const { open, secondsLeft } = useValue($sharePrompt);
  return <Sheet open={open} onClose={closeSharePrompt} secondsLeft={secondsLeft} offersCode />;
}
