// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { ana, openPage, settle } from './open-page.ts';

const auth = () => import('../../../src/lib/state/auth.ts');

describe('the session', () => {
  test('is loading at first, then that of the device', async () => {
    const { backend } = await openPage('/home');
    const { $session, startAuth } = await auth();
    expect($session.get()).toEqual({ status: 'loading' });
    await startAuth();
    expect($session.get()).toEqual({ status: 'signed-in', person: ana });
    expect(backend.asked).toEqual([]);
    await settle();
  });
});
