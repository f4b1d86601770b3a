import { detailsTitle } from '#text/events.ts';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { EventDetails } from './EventDetails.tsx';

/** One event (docs/product.md#one-event). */
export const ViewEventScreen = () => (
  <Saved name="event">
    <EventDetails />
  </Saved>
);

export const screen: Screen = { title: detailsTitle, heading: 'shown', Content: ViewEventScreen };

export const ViewEventIsland = () => <Screens first="viewEvent" screen={screen} />;
