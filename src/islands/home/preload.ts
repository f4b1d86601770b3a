/** Runs before the framework has come: the screen's reads are under way by then. */

import { carryPhotos } from '../../lib/platform/carry-photo.ts';
import { $nextEvents } from '../../lib/state/events.ts';
import { $myCards } from '../../lib/state/my-cards.ts';
import {
  firstPhotos,
  preloadAnswers,
  preloadPhotos,
} from '../../lib/state/reading/preload-answers.ts';
import { $homeRewards } from '../../lib/state/rewards.ts';

preloadAnswers($myCards, $nextEvents, $homeRewards);
preloadPhotos($myCards, 'card', ([first]) => [first?.ready?.photo]);
preloadPhotos($nextEvents, 'eventCard', firstPhotos);
preloadPhotos($homeRewards, 'card', firstPhotos);
carryPhotos();
