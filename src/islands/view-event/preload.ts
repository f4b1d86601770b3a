/** Runs before the framework has come: the screen's reads are under way by then. */

import { $event } from '../../lib/state/events.ts';
import { preloadAnswers } from '../../lib/state/reading/preload-answers.ts';

preloadAnswers($event);
