/** Runs before the framework has come: the screen's reads are under way by then. */
import { preloadAnswers } from '../../lib/state/reading/preload-answers.ts';
import { $day, $redemptions, $stampGroups } from '../../lib/state/transactions.ts';

preloadAnswers($day, $stampGroups, $redemptions);
