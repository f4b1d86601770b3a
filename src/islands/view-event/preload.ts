import { $event } from '../../lib/state/events.ts';
import { preloadAnswers } from '../../lib/state/reading/preload-answers.ts';

preloadAnswers($event);
