/** Runs before the framework has come: the screen's reads are under way by then. */
import { beginPicture, beginReading } from '../../lib/state/reading/begin.ts';
import { $rewards } from '../../lib/state/rewards.ts';

beginReading($rewards);
beginPicture($rewards);
