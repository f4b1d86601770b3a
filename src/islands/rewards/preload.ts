import { carryPhotos } from '../../lib/platform/carry-photo.ts';
import { $myCards } from '../../lib/state/my-cards.ts';
import { preloadAnswers, preloadFirstPhotos } from '../../lib/state/reading/preload-answers.ts';
import { $readyRewards } from '../../lib/state/ready-rewards.ts';
import { $rewards } from '../../lib/state/rewards.ts';

preloadAnswers($rewards, $readyRewards, $myCards);
preloadFirstPhotos($rewards, 'card', 4);
carryPhotos();
