import { useEffect, useState } from 'react';
import { onDemand } from '../../lib/state/on-demand.ts';
import { useModalCount } from '../ui/open-modals.ts';
import { useValue } from '../use-value.ts';

const sheet = onDemand(() => import('./SharePromptSheet.tsx'));

/**
 * Once a day; no way to close it before its countdown has ended (docs/product.md#share-prompt). It
 * waits while a code is open: it would stand between the customer and the counter.
 */
export function SharePrompt() {
  const state = useValue(sheet.$state);
  const modals = useModalCount();
  const [hasBegun, setHasBegun] = useState(false);
  const canBegin = state.status === 'ready' && modals === 0;

  useEffect(() => {
    if (canBegin) setHasBegun(true);
  }, [canBegin]);

  return hasBegun && state.status === 'ready' ? <state.module.SharePromptSheet /> : null;
}
