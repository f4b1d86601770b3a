/** The same on a screen that shows answers, with what shows those of the last time. */
import './show-snapshot.ts';
import './wallet-head.ts';
