import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { updating, upToDate } from '#text/shell.ts';
import { onPullDown } from '../../lib/platform/pull-down.ts';
import { refetchAll } from '../../lib/state/reading/cache.ts';

/** Inline, not in a stylesheet: those are in every page, and few people need this. */
const MARK: CSSProperties = {
  position: 'fixed',
  insetBlockStart: 'calc(env(safe-area-inset-top) - var(--touch))',
  insetInlineStart: 'calc(50% - var(--touch) / 2)',
  zIndex: 1,
  inlineSize: 'var(--touch)',
  blockSize: 'var(--touch)',
  border: '4px solid var(--ube)',
  borderBlockStartColor: 'var(--line)',
  borderRadius: 'var(--radius-round)',
  background: 'var(--card)',
  opacity: 0,
  pointerEvents: 'none',
};

/** Reloads the screen's data when it is pulled down, where the device does not do so itself. */
export function PullToRefresh() {
  const [said, setSaid] = useState('');
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mark.current === null) return;
    return onPullDown(mark.current, async () => {
      setSaid(updating);
      // A failure is reported in its own place.
      setSaid((await refetchAll()) ? upToDate : '');
    });
  }, []);
  return (
    <>
      <div ref={mark} style={MARK} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
