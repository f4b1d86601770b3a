import { $myCards } from '../../lib/state/my-cards.ts';
import { $stores } from '../../lib/state/store-list.ts';

$stores.listen(() => undefined);
$myCards.listen(() => undefined);
