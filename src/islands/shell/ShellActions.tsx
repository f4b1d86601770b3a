import { useState } from 'react';
import { noConnection } from '#text/common.ts';
import * as text from '#text/shell.ts';
import { routes } from '../../lib/routes.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Icon } from '../ui/Icon.tsx';
import { useValue } from '../use-value.ts';
import styles from './NavQrButton.module.css';

const share = onDemand(() => import('./ShareModal.tsx'));

/** The header's share button and profile link (docs/product.md#shell). */
export function ShellActions({ className }: { className: string | undefined }) {
  const [sharing, setSharing] = useState(false);
  const state = useValue(share.$state);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={text.shareStampcard}
        aria-haspopup="dialog"
        onClick={() => void share.whenReady(() => setSharing(true))}
      >
        <Icon name="share" />
      </button>
      <a className={className} href={routes.profile.path} aria-label={text.profile}>
        <Icon name="user" />
      </a>
      {state.status === 'failed' && (
        <p className={styles.failed} role="alert">
          {noConnection}
        </p>
      )}
      {state.status === 'ready' && (
        <state.module.ShareModal open={sharing} onClose={() => setSharing(false)} />
      )}
    </>
  );
}
