/** The session: how it begins, where it stands, and that nothing outlives it. */
import { codeIn } from '../../scripts/defences/code.ts';
import { inFunction, sql } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const state = codeIn('src/lib/state/session/session.ts');
const auth = codeIn('src/lib/data/auth.ts');
const logOut = codeIn('src/lib/data/log-out.ts');
const resource = codeIn('src/lib/state/reading/resource.ts');
const savedAnswers = codeIn('src/lib/state/reading/saved-answers.ts');
const snapshot = codeIn('src/lib/platform/snapshot.ts');
const showSnapshot = codeIn('src/scripts/show-snapshot.ts');

const AUTH = 'tests/unit/data/auth.test.ts';
const LOG_OUT = 'tests/unit/data/log-out.test.ts';
const SHOWN = 'tests/unit/pages/show-snapshot.test.ts';
const DRAWN = 'tests/unit/platform/snapshot.test.ts';
const SESSION = 'tests/unit/state/session.test.ts';
const ISOLATION = 'tests/unit/state/isolation.test.ts';
const GUARD = 'tests/unit/state/guard.test.ts';
const ENDED = 'tests/database/ended-sessions.test.ts';

const PRE_REQUEST = 'public.refuse_ended_session';
const LASTS = 'private.is_session_active';

export const session: Defence[] = [
  {
    name: 'PKCE: no token ever stands in an address',
    test: AUTH,
    off: [codeIn('src/lib/data/auth-client.ts').answers('auth.flowType', `'implicit'`)],
  },
  {
    name: 'the code leaves the address',
    test: 'tests/unit/state/sign-in-return.test.ts',
    off: [
      state.change('exchangeCodeInAddress', `query.delete('code');`, ''),
      // The library cleans up behind itself where it succeeds.
      state.change('exchangeCodeInAddress', 'platform().rewriteAddress', 'void'),
    ],
  },
  {
    name: 'an error leaves the address',
    test: GUARD,
    off: [state.change('moveErrorToStorage', 'platform().rewriteAddress', 'void')],
  },
  {
    name: 'log out ends the session at the backend',
    test: LOG_OUT,
    off: [
      logOut.change(
        'end',
        `revoke(accessToken, 'global', signal)`,
        `revoke(accessToken, 'local', signal)`,
      ),
    ],
  },
  {
    name: 'a log out that the backend does not know of is kept',
    test: 'tests/unit/state/install.test.ts',
    off: [
      codeIn('src/lib/state/install.ts').change(
        'clearLocalStorage',
        'key !== storageKeys.logOuts',
        'key',
      ),
    ],
  },
  {
    name: 'a token that is refused is renewed before that is believed',
    test: LOG_OUT,
    off: [logOut.change('revoke', 'return false', 'return true')],
  },
  {
    name: 'another network’s yes ends no session',
    test: LOG_OUT,
    off: [logOut.change('revoke', 'ok && answer', 'ok')],
  },
  {
    name: 'a late log out spares the session of now',
    test: LOG_OUT,
    off: [logOut.answers('end.isSignedIn', 'false')],
  },
  {
    name: 'no session is ended while one begins',
    test: LOG_OUT,
    off: [logOut.change('signInAfterLogOuts', 'signIn, true', 'signIn, false')],
  },
  {
    name: 'log out leaves nothing in the local storage',
    test: SESSION,
    off: [state.change('clearPersonalData', 'clearLocalStorage();', '')],
  },
  {
    name: 'nor in the tab',
    test: SESSION,
    off: [state.change('clearPersonalData', 'clearSessionStorage();', '')],
  },
  {
    name: 'nor in the caches',
    test: SESSION,
    off: [state.change('clearPersonalData', 'platform().clearCaches()', 'undefined')],
  },
  {
    name: 'log out works without the backend',
    test: SESSION,
    off: [
      logOut.change('endSession', 'await forget();', ''),
      logOut.change(
        'endSession',
        'tryToEnd(logOut, token, signal)',
        'tryToEnd(logOut, token, signal).then(forget)',
      ),
    ],
  },
  {
    name: 'another customer finds nothing of the one before',
    test: SESSION,
    off: [state.change('clearDataOfOthers', 'clearSessionStorage();', '{}')],
  },
  {
    name: 'a log out in another tab is noticed',
    test: GUARD,
    off: [
      state.change('listenForDeviceEvents', 'key === null || key === storageKeys.session', 'false'),
    ],
  },
  {
    name: 'the back button asks again who is here',
    test: SESSION,
    off: [state.change('listenForDeviceEvents', 'platform().onPageRestored(recheckSession);', '')],
  },
  {
    name: 'a session the backend ended is over',
    test: AUTH,
    off: [auth.answers('currentPerson.hasEnded', 'false')],
  },
  {
    name: 'a signed-out screen leads to the sign-in',
    test: GUARD,
    off: [codeIn('src/lib/state/session/guard.ts').answers('redirectToLogin', 'undefined')],
  },
  {
    name: 'a value belongs to a person',
    test: ISOLATION,
    off: [
      resource.answers('queryKey', `['', query, ...args]`),
      resource.change('resource', 'onSessionEnd(reset);', ''),
    ],
  },
  {
    name: 'what is kept bears its person’s name',
    test: ISOLATION,
    off: [
      codeIn('src/lib/platform/saved-answer-keys.ts').change(
        'savedAnswerPrefix',
        'encodeURIComponent(person)',
        `'0'`,
      ),
      savedAnswers.change(
        'deleteOtherSavedAnswers',
        'person === null || !key.startsWith(savedAnswerPrefix(person))',
        '!key',
      ),
    ],
  },
  {
    name: 'a snapshot is shown to its person alone',
    test: SHOWN,
    off: [showSnapshot.change('readSnapshot.found', 'person', `'ana'`)],
  },
  {
    name: 'a snapshot is shown while every answer in it still reads the same',
    test: SHOWN,
    off: [showSnapshot.answers('readSnapshot.isCurrent', 'true')],
  },
  {
    name: 'a snapshot is shown on its day',
    test: SHOWN,
    off: [
      showSnapshot.change('readSnapshot', 'snapshot?.day !== appDayKey(Date.now())', '!snapshot'),
    ],
  },
  {
    name: 'a snapshot goes when the session ends elsewhere',
    test: SHOWN,
    off: [showSnapshot.change('showSnapshot', `!island.hasAttribute('ssr')`, 'true')],
  },
  {
    name: 'what is drawn again from a snapshot is no code: elements',
    test: DRAWN,
    off: [snapshot.change('renderNode', '!ELEMENT.test(tagName)', 'false')],
  },
  {
    name: 'what is drawn again from a snapshot is no code: attributes',
    test: DRAWN,
    off: [snapshot.answers('isSafe', 'true')],
  },
  {
    name: 'an answer that comes after its person has gone is not kept',
    test: 'tests/unit/state/saved-answers.test.ts',
    off: [savedAnswers.change('saveAnswer', 'storedSession()?.person.id !== person', 'false')],
  },
  {
    name: 'an open code closes with its owner’s session',
    test: ISOLATION,
    off: [
      codeIn('src/lib/state/codes/code.ts').change('createCode', 'onSessionEnd(closeCode);', ''),
    ],
  },
  {
    name: 'a token ends with its session',
    test: ENDED,
    off: [inFunction(PRE_REQUEST, 'not private.is_session_active(session_id)', 'false')],
  },
  {
    name: 'the tables are told to ask whether a session lasts',
    test: ENDED,
    off: [sql('alter role authenticator reset pgrst.db_pre_request')],
  },
  {
    name: 'a session lasts for its own person',
    test: ENDED,
    off: [inFunction(LASTS, 'and s.user_id = (select auth.uid())', '')],
  },
  {
    name: 'a session that has ended lets nothing pass but the closing of a code',
    test: ENDED,
    off: [inFunction(PRE_REQUEST, '%rpc/close_redemption', '%rpc/%')],
  },
];
