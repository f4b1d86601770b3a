/** Runs before the framework has come: the screen's reads are under way by then. */
import { $myCards } from '../../lib/state/my-cards.ts';
import { $stores } from '../../lib/state/store-list.ts';

$stores.listen(() => undefined);
$myCards.listen(() => undefined);
