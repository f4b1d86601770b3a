import { atom } from 'nanostores';
import { type ComponentType, useEffect } from 'react';
import type { ScreenName } from '../../lib/screens.ts';
import { nameScreen } from '../../lib/state/address.ts';

export interface Screen {
  title: string;
  /** Of the h1: 'read' is only for screen readers, 'own' comes with the screen's data. */
  heading: 'shown' | 'read' | 'own';
  Content: ComponentType;
}

/** One visit of a screen. */
export interface Visit extends Screen {
  name: ScreenName;
  /** Tells it from other visits of the same screen; the way back finds the one that it was. */
  key: string;
  /** Of one that was drawn ahead. */
  tell?: ((isReading: boolean) => void) | undefined;
}

export interface Visits {
  shown: Visit;
  /** Left, and kept as they were; each screen is there once. */
  hidden: readonly Visit[];
  /** What a screen reader is told of the change; null before the first. */
  said: string | null;
}

/** The screens of this document; null while there can only be the one it was loaded with. */
export const $visits = atom<Visits | null>(null);

/** In one order, whichever is shown: no node moves, and what scrolls stays where it was. */
export const allOf = (visits: Visits | null): Visit[] =>
  visits ? [visits.shown, ...visits.hidden].sort((a, b) => (a.name < b.name ? -1 : 1)) : [];

export const headingClass = ({ heading }: Screen): string =>
  heading === 'read' ? 'visually-hidden' : 'screen-heading';

/** Names the page after what the screen shows, for as long as it is the one that is shown. */
export function useTitle(thing: string): void {
  useEffect(() => nameScreen(thing), [thing]);
}
