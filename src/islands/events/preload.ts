import { carryPhotos } from '../../lib/platform/carry-photo.ts';
import { $events } from '../../lib/state/events.ts';
import { preloadAnswers, preloadFirstPhotos } from '../../lib/state/reading/preload-answers.ts';

preloadAnswers($events);
preloadFirstPhotos($events, 'small');
carryPhotos();
