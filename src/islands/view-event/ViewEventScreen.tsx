import { Saved } from '../screen/Saved.tsx';
import { EventDetails } from './EventDetails.tsx';

/** One event (docs/product.md#one-event). */
export const ViewEventScreen = () => (
  <Saved name="event">
    <EventDetails />
  </Saved>
);
