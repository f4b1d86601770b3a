/** Runs before the framework has come: the screen's reads are under way by then. */

import { $events } from '../../lib/state/events.ts';
import { beginReading } from '../../lib/state/reading/resource.ts';

beginReading($events);
