import { atom } from 'nanostores';
import { type ComponentType, useEffect } from 'react';
import type { ScreenName } from '../../lib/screens.ts';
import { nameScreen } from '../../lib/state/address.ts';

export interface Screen {
  title: string;
  /** The h1: 'read' is only for screen readers, 'own' comes with the screen's data. */
  heading: 'shown' | 'read' | 'own';
  Content: ComponentType;
}

/** One visit of a screen. */
export interface Visit extends Screen {
  name: ScreenName;
  /** Distinguishes it from other visits to the same screen; going back finds the right one. */
  key: string;
  /** Only for a visit that was drawn ahead. */
  tell?: ((isReading: boolean) => void) | undefined;
}

export interface Visits {
  shown: Visit;
  /** Screens that were left, kept as they were; each is there once. */
  hidden: readonly Visit[];
  /** What a screen reader hears about the change; null before the first. */
  said: string | null;
}

/** The screens of this document; null while there can only be the one it was loaded with. */
export const $visits = atom<Visits | null>(null);

/** Always in the same order, whichever is shown: no node moves, and scroll positions stay. */
export const allOf = (visits: Visits | null): Visit[] =>
  visits ? [visits.shown, ...visits.hidden].sort((a, b) => (a.name < b.name ? -1 : 1)) : [];

export const headingClass = ({ heading }: Screen): string =>
  heading === 'read' ? 'visually-hidden' : 'screen-heading';

/** Names the page after what the screen shows, for as long as that screen is shown. */
export function useTitle(thing: string): void {
  useEffect(() => nameScreen(thing), [thing]);
}
