/** The session: how it begins, where it stands, and that nothing outlives it. */
import { changeIn, type Defence } from './defence.ts';

const auth = changeIn('src/lib/state/session/session.ts');
const authClient = changeIn('src/lib/data/auth-client.ts');
const guard = changeIn('src/lib/state/session/guard.ts');
const resource = changeIn('src/lib/state/reading/resource.ts');
const savedAnswers = changeIn('src/lib/state/reading/saved-answers.ts');
const savedAnswerKeys = changeIn('src/lib/platform/saved-answer-keys.ts');

const snapshot = changeIn('src/lib/platform/snapshot.ts');
const showSnapshot = changeIn('src/scripts/show-snapshot.ts');

const SHOWN = 'tests/unit/pages/show-snapshot.test.ts';
const DRAWN = 'tests/unit/platform/snapshot.test.ts';
const SESSION = 'tests/unit/state/session.test.ts';
const ISOLATION = 'tests/unit/state/isolation.test.ts';
const GUARD = 'tests/unit/state/guard.test.ts';
const CALLBACK = 'tests/unit/state/sign-in-return.test.ts';

export const session: Defence[] = [
  {
    name: 'PKCE: no token ever stands in an address',
    test: 'tests/unit/data/auth.test.ts',
    title: 'google leaves for its consent page and comes back here',
    off: [authClient(`flowType: 'pkce'`, `flowType: 'implicit'`)],
  },
  {
    name: 'the code leaves the address',
    test: CALLBACK,
    title: 'becomes a session, once, and leaves the address',
    off: [
      auth(`  query.delete('code');\n`, ''),
      // The library cleans up behind itself where it succeeds.
      auth('platform().rewriteAddress(`', 'void (`'),
    ],
  },
  {
    name: 'an error leaves the address',
    test: GUARD,
    title: 'an error in the address',
    off: [
      auth(
        '  platform().rewriteAddress(withoutAuthError(currentPath()));\n',
        '  withoutAuthError(currentPath());\n',
      ),
    ],
  },
  {
    name: 'log out ends the session at the backend',
    test: 'tests/unit/data/auth.test.ts',
    title: 'ends the session at the backend and on the device',
    off: [
      changeIn('src/lib/data/auth.ts')(
        '(await loadAuthModule()).auth.signOut());',
        `(await loadAuthModule()).auth.signOut({ scope: 'local' }));`,
      ),
    ],
  },
  {
    name: 'log out leaves nothing in the local storage',
    test: SESSION,
    title: 'leaves nothing on the device',
    off: [auth('  clearLocalStorage();\n', '')],
  },
  {
    name: 'nor in the tab',
    test: SESSION,
    title: 'leaves nothing on the device',
    off: [auth('  clearLocalStorage();\n  clearSessionStorage();\n', '  clearLocalStorage();\n')],
  },
  {
    name: 'nor in the caches',
    test: SESSION,
    title: 'leaves nothing on the device',
    off: [auth('  await platform().clearCaches();\n', '')],
  },
  {
    name: 'log out works without the backend',
    test: SESSION,
    title: 'leaves nothing on the device',
    off: [
      changeIn('src/lib/state/session/log-out.ts')(
        `  } catch {
    // The customer is cleared anyway`,
        `  } catch {
    return;
    // The customer is cleared anyway`,
      ),
    ],
  },
  {
    name: 'another customer finds nothing of the one before',
    test: SESSION,
    title: 'the session of another person finds nothing of the one before',
    off: [
      auth(
        'if (previousId !== null && previousId !== person?.id) clearSessionStorage();',
        'if (previousId !== null && previousId !== person?.id) {}',
      ),
    ],
  },
  {
    name: 'a log out in another tab is noticed',
    test: GUARD,
    title: 'a later sign-out leads to the sign-in too',
    off: [auth('if (key === null || key === storageKeys.session) recheckSession();', 'void key;')],
  },
  {
    name: 'the back button asks again who is here',
    test: SESSION,
    title: 'is asked for again when the page comes back as it was left',
    off: [auth('platform().onPageRestored(recheckSession);', '')],
  },
  {
    name: 'a session the backend ended is over',
    test: 'tests/unit/data/auth.test.ts',
    title: 'there is no current person where the session ended while the tab was asleep',
    off: [
      changeIn('src/lib/data/auth.ts')(
        'return hasEnded ? { ...reply, error: null } : reply;',
        'return hasEnded ? reply : reply;',
      ),
    ],
  },
  {
    name: 'a signed-out screen leads to the sign-in',
    test: GUARD,
    title: 'signed-out visitor',
    off: [
      guard(
        `if (session.status === 'signed-out' && signedOut === 'login') redirectToLogin();`,
        'void [signedOut, redirectToLogin];',
      ),
    ],
  },
  {
    name: 'a value belongs to a person',
    test: ISOLATION,
    off: [
      resource(
        'const queryKey: Key = [person.id, query, ...args];',
        "const queryKey: Key = ['', query, ...args];",
      ),
      resource('  onSessionEnd(reset);\n', ''),
    ],
  },
  {
    name: 'what is kept bears its person’s name',
    test: ISOLATION,
    title: 'an answer is saved for Ana alone',
    off: [
      savedAnswerKeys('encodeURIComponent(person)', '0'),
      savedAnswers(
        'if (person === null || !key.startsWith(savedAnswerPrefix(person)))',
        'if (!key)',
      ),
    ],
  },
  {
    name: 'a snapshot is shown to its person alone',
    test: SHOWN,
    title: 'Ana’s snapshot is not shown where another person is',
    off: [showSnapshot('savedAnswerKey(person, SNAPSHOT', `savedAnswerKey('ana', SNAPSHOT`)],
  },
  {
    name: 'a snapshot is shown while every answer in it still reads the same',
    test: SHOWN,
    title: 'an answer that',
    off: [showSnapshot('return isCurrent ? snapshot : null;', 'return snapshot;')],
  },
  {
    name: 'a snapshot is shown on its day',
    test: SHOWN,
    title: 'was taken on another day',
    off: [showSnapshot('snapshot?.day !== appDayKey(Date.now())', '!snapshot')],
  },
  {
    name: 'a snapshot goes when the session ends elsewhere',
    test: SHOWN,
    title: 'a snapshot goes when the session ends',
    off: [showSnapshot('for (const stop of stops) stop();', 'void stops;')],
  },
  {
    name: 'what is drawn again from a snapshot is no code: elements',
    test: DRAWN,
    title: 'no element',
    off: [snapshot('if (!ELEMENT.test(tagName))', 'if (tagName === undefined)')],
  },
  {
    name: 'what is drawn again from a snapshot is no code: attributes',
    test: DRAWN,
    title: 'no attribute',
    off: [snapshot('if (isSafe(name, value))', 'if (name)')],
  },
  {
    name: 'an answer that comes after its person has gone is not kept',
    test: 'tests/unit/state/saved-answers.test.ts',
    title: 'whose person has gone',
    off: [savedAnswers('if (storedSession()?.person.id !== person) return;', '')],
  },
  {
    name: 'an open code closes with its owner’s session',
    test: ISOLATION,
    title: 'code',
    off: [
      changeIn('src/lib/state/codes/code.ts')('onSessionEnd(closeCode);', 'void [onSessionEnd];'),
    ],
  },
];
