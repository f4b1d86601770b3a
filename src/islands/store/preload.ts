import { carryPhotos } from '../../lib/platform/carry-photo.ts';
import { $myCards } from '../../lib/state/my-cards.ts';
import { preloadAnswers, preloadFirstPhotos } from '../../lib/state/reading/preload-answers.ts';
import { $progress, $store, $storeRewards } from '../../lib/state/store.ts';

preloadAnswers($store, $storeRewards, $progress, $myCards);
preloadFirstPhotos($storeRewards, 'card');
carryPhotos();
