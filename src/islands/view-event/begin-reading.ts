/** Runs before the framework has come: the screen's reads are under way by then. */

import { $event } from '../../lib/state/events.ts';
import { beginReading } from '../../lib/state/reading/begin.ts';

beginReading($event);
