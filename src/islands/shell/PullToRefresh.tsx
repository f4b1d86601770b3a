import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { updating, upToDate } from '#text/refresh.ts';
import { onPullDown } from '../../lib/platform/pull-down.ts';
import { readAllAnew } from '../../lib/state/reading/cache.ts';

/** Here and in no sheet: those stand in every page, and this is for few of them. */
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

/** Reads the screen again when it is pulled down, where the device does not do so by itself. */
export function PullToRefresh() {
  const [said, setSaid] = useState('');
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mark.current === null) return;
    return onPullDown(mark.current, async () => {
      setSaid(updating);
      // What failed is said where it stands.
      setSaid((await readAllAnew()) ? upToDate : '');
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
