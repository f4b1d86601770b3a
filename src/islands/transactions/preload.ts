import { $day } from '../../lib/state/listed-day.ts';
import { $nearestStamp } from '../../lib/state/nearest-stamp.ts';
import { preloadAnswers } from '../../lib/state/reading/preload-answers.ts';
import { $redemptions, $stampGroups } from '../../lib/state/transactions.ts';

preloadAnswers($day, $stampGroups, $nearestStamp, $redemptions);
