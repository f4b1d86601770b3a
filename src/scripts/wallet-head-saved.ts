/** The same on a screen that shows answers, with what shows those of the last time. */
import './wallet-head.ts';
import './show-snapshot.ts';
