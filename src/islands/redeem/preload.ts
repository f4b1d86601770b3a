/** Runs before the framework has come: the screen's reads are under way by then. */
import { preloadAnswers } from '../../lib/state/reading/preload-answers.ts';
import { $stampsToSpend } from '../../lib/state/redeem/selection.ts';
import { $selectedReward } from '../../lib/state/selected-reward.ts';

preloadAnswers($selectedReward, $stampsToSpend);
