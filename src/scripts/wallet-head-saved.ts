/** What wallet-head.ts does, for a screen that shows answers: with the code that shows the last ones. */
import './show-snapshot.ts';
import './wallet-head.ts';
