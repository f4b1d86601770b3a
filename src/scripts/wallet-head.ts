/** What every screen does before any of it is shown, in one script, since each one has a cost. */
import './ask-early.ts';
import './hide-kept-page.ts';
import './until-code-comes.ts';
import './reload-on-return.ts';
import './capture-install-prompt.ts';
