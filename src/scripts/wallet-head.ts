/** What every screen does before anything of it is shown, in one script: each has its price. */
import './ask-early.ts';
import './hide-kept-page.ts';
import './queue-clicks.ts';
import './reload-on-return.ts';
import './capture-install-prompt.ts';
