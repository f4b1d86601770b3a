import { preloadAnswers } from '../../lib/state/reading/preload-answers.ts';
import { $stampsToSpend } from '../../lib/state/redeem/selection.ts';
import { $selectedReward } from '../../lib/state/selected-reward.ts';

preloadAnswers($selectedReward, $stampsToSpend);
