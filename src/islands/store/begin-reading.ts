/** Runs before the framework has come: the screen's reads are under way by then. */
import { beginPicture, beginReading } from '../../lib/state/reading/begin.ts';
import { $progress, $store, $storeRewards } from '../../lib/state/stores.ts';

beginReading($store, $storeRewards, $progress);
beginPicture($storeRewards);
