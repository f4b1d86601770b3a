/** Runs before the framework has come: the screen's reads are under way by then. */

import { $events } from '../../lib/state/events.ts';
import { beginPicture, beginReading } from '../../lib/state/reading/begin.ts';

beginReading($events);
beginPicture($events);
