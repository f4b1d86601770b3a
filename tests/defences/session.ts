/** The session: how it begins, where it stands, and that nothing outlives it. */
import { changeIn, type Defence } from './defence.ts';

const auth = changeIn('src/lib/state/auth.ts');
const calls = changeIn('src/lib/data/client.ts');

const AUTH = 'tests/unit/state/auth.test.ts';
const GUARD = 'tests/unit/state/guard.test.ts';
const CALLBACK = 'tests/unit/state/sign-in-return.test.ts';

export const session: Defence[] = [
  {
    name: 'PKCE: no token ever stands in an address',
    test: 'tests/unit/data/auth.test.ts',
    title: 'google leaves for its consent page and comes back here',
    off: [calls(`flowType: 'pkce'`, `flowType: 'implicit'`)],
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
        '  platform().rewriteAddress(withoutAuthError(here()));\n',
        '  withoutAuthError(here());\n',
      ),
    ],
  },
  {
    name: 'log out ends the session at the backend',
    test: 'tests/unit/data/auth.test.ts',
    title: 'ends the session at the backend and on the device',
    off: [
      changeIn('src/lib/data/auth.ts')(
        '() => backend().auth.signOut());',
        `() => backend().auth.signOut({ scope: 'local' }));`,
      ),
    ],
  },
  {
    name: 'log out leaves nothing in the local storage',
    test: AUTH,
    title: 'leaves nothing on the device',
    off: [auth('  platform().local.clear();\n', '')],
  },
  {
    name: 'nor in the tab',
    test: AUTH,
    title: 'leaves nothing on the device',
    off: [
      auth('  platform().local.clear();\n  forgetPersonal();\n', '  platform().local.clear();\n'),
    ],
  },
  {
    name: 'nor in the caches',
    test: AUTH,
    title: 'leaves nothing on the device',
    off: [auth('  await platform().clearCaches();\n', '')],
  },
  {
    name: 'log out works without the backend',
    test: AUTH,
    title: 'leaves nothing on the device',
    off: [
      auth(
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
    test: AUTH,
    title: 'that is somebody else’s finds nothing of the one before',
    off: [
      auth(
        'if (before !== null && before !== person?.id) forgetPersonal();',
        'if (before !== null && before !== person?.id) {}',
      ),
    ],
  },
  {
    name: 'a log out in another tab is noticed',
    test: GUARD,
    title: 'later, the way leads to the sign-in too',
    off: [
      auth('if (key === null || key === storageKeys.session) void readSession();', 'void key;'),
    ],
  },
  {
    name: 'the back button asks again who is here',
    test: AUTH,
    title: 'is asked for again when the page comes back as it was left',
    off: [auth('platform().onReturn(back);', '')],
  },
  {
    name: 'a session the backend ended is over',
    test: 'tests/unit/data/auth.test.ts',
    title: 'is nobody where the session ended while the tab was asleep',
    off: [
      changeIn('src/lib/data/auth.ts')(
        'return ended ? { ...reply, error: null } : reply;',
        'return ended ? reply : reply;',
      ),
    ],
  },
  {
    name: 'a signed-out screen leads to the sign-in',
    test: GUARD,
    title: 'signed out',
    off: [
      auth(
        `if (session.status === 'signed-out' && signedOut === 'login') goToLogin();`,
        'void [signedOut, goToLogin];',
      ),
    ],
  },
];
