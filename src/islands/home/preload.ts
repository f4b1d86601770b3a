import { carryPhotos } from '../../lib/platform/carry-photo.ts';
import { $nextEvents } from '../../lib/state/events.ts';
import { $myCards, $readyTicket } from '../../lib/state/my-cards.ts';
import { preloadAnswers, preloadFirstPhotos } from '../../lib/state/reading/preload-answers.ts';
import { $homeRewards } from '../../lib/state/rewards.ts';

preloadAnswers($myCards, $nextEvents, $homeRewards);
preloadFirstPhotos($readyTicket, 'card');
preloadFirstPhotos($nextEvents, 'eventCard');
preloadFirstPhotos($homeRewards, 'card');
carryPhotos();
