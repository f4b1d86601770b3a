import type { ComponentProps, ReactNode } from 'react';
import { asOf, isPending, type Loadable, shownValue } from '../../lib/state/reading/loadable.ts';
import { $lastSeen } from '../../lib/state/reading/offline.ts';
import { retryRead } from '../../lib/state/reading/resource.ts';
import { $sessionTrouble } from '../../lib/state/session/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useValue } from '../use-value.ts';
import styles from './Loaded.module.css';

interface Props<T> {
  state: Loadable<T>;
  skeleton: ComponentProps<typeof Skeleton>;
  /** Asks again, for 'Try again'. */
  retry: () => unknown;
  /** An alternative to retrying: 'Go back to events'. */
  alternative?: { label: string; href: string };
  /** Other content is shown on the page even if this fails. */
  beside?: boolean;
  /** The page has no notices: what concerns all of its parts is said here. */
  alone?: boolean;
  /** The text for a failure, if the screen words it itself. */
  message?: (message: string) => string;
  children: (value: T) => ReactNode;
}

/**
 * Every request on a screen, in its four states: the skeleton, the value, the failure with a next step,
 * and the failure above what was seen before. Only a page that shows nothing sounds an alarm.
 */
export function Loaded<T>({
  state,
  skeleton,
  retry,
  alternative,
  beside,
  alone = false,
  message,
  children,
}: Props<T>) {
  const sessionTrouble = useValue($sessionTrouble) !== null && !alone;
  const value = shownValue(state);
  // If the device is offline or the session can't be renewed, the page says so once for all of its parts.
  const isOffline = useValue($lastSeen) !== null && !alone;
  const isSaid = (isOffline || sessionTrouble) && state.status === 'failed' && state.retryable;
  if (isPending(state) || (isSaid && !isOffline && value === undefined))
    return <Skeleton {...skeleton} />;
  const isQuiet = isSaid && value !== undefined;
  const asOfText = isQuiet && isOffline ? null : asOf(state);
  // A refused request is likely to be refused again, so the alternative is the better offer.
  const offersRetry = !alternative || (state.status === 'failed' && state.retryable);
  return (
    <>
      {state.status === 'failed' && !isQuiet && (
        <Banner
          tone={value === undefined && !isOffline && !beside ? 'error' : 'calm'}
          retry={offersRetry ? () => retryRead(retry) : undefined}
          actions={alternative && [alternative]}
        >
          {message ? message(state.message) : state.message}
        </Banner>
      )}
      {asOfText !== null && <p className={styles.asOf}>{asOfText}</p>}
      {value !== undefined && children(value)}
    </>
  );
}
