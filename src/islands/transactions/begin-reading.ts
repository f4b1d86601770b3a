/** Runs before the framework has come: the screen's reads are under way by then. */
import { beginReading } from '../../lib/state/reading/begin.ts';
import { $day, $redemptions, $stampGroups } from '../../lib/state/transactions.ts';

beginReading($day, $stampGroups, $redemptions);
