import { useEffect } from 'react';
import type { SignedOut } from '../../lib/routes.ts';
import { $session, guardScreen, retrySession } from '../../lib/state/auth.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';

/** Lets only signed-in customers stay, and says so when the session can't be read. */
export function SessionGuard({ signedOut }: { signedOut: SignedOut }) {
  const session = useValue($session);
  useEffect(() => void guardScreen(signedOut), [signedOut]);
  if (session.status !== 'failed') return null;
  return (
    <Banner tone="error" actions={[{ label: 'Try again', onClick: () => void retrySession() }]}>
      {session.message}
    </Banner>
  );
}
