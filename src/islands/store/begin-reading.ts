/** Runs before the framework has come: the screen's reads are under way by then. */
import { beginReading } from '../../lib/state/reading/resource.ts';
import { $progress, $store, $storeRewards } from '../../lib/state/stores.ts';

beginReading($store, $storeRewards, $progress);
