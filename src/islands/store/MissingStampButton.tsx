import { useState } from 'react';
import { noConnection } from '#text/common.ts';
import { missingStamp as missingStampText } from '#text/store.ts';
import type { Store } from '../../lib/domain/entities.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import type { Progress } from '../../lib/state/stores.ts';
import { useValue } from '../use-value.ts';

const missingStamp = onDemand(() => import('./MissingStampSheet.tsx'));

interface Props {
  store: Store;
  progress: Progress;
}

/** Opens what to show a store that owes a stamp. */
export function MissingStampButton(props: Props) {
  const [open, setOpen] = useState(false);
  const state = useValue(missingStamp.$state);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => void missingStamp.whenReady(() => setOpen(true))}
      >
        {missingStampText}
      </button>
      {state.status === 'failed' && <p role="alert">{noConnection}</p>}
      {state.status === 'ready' && (
        <state.module.MissingStampSheet open={open} onClose={() => setOpen(false)} {...props} />
      )}
    </>
  );
}
