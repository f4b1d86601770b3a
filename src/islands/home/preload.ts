/** Runs before the framework has come: the screen's reads are under way by then. */

import { $nextEvents } from '../../lib/state/events.ts';
import { preloadAnswers, preloadFirstPhoto } from '../../lib/state/reading/preload-answers.ts';
import { $rewards } from '../../lib/state/rewards.ts';

preloadAnswers($nextEvents, $rewards);
preloadFirstPhoto($nextEvents, 'eventCard');
preloadFirstPhoto($rewards, 'card');
