/** Runs before the framework has come: the screen's reads are under way by then. */
import { beginReading } from '../../lib/state/reading/begin.ts';
import { $stampsToSpend } from '../../lib/state/redeem/selection.ts';
import { $selectedReward } from '../../lib/state/rewards.ts';

beginReading($selectedReward, $stampsToSpend);
