/** Runs before the framework has come: the screen's reads are under way by then. */

import { carryPhotos } from '../../lib/state/carry-photos.ts';
import { $events } from '../../lib/state/events.ts';
import { preloadAnswers, preloadFirstPhoto } from '../../lib/state/reading/preload-answers.ts';

preloadAnswers($events);
preloadFirstPhoto($events, 'small');
carryPhotos();
