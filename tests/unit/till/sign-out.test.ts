import { expect, test, vi } from 'vitest';
import {
  $session,
  $store,
  followSession,
  sendCode,
  signOut,
  verifyCode,
} from '../../../src/till/session.ts';

const member = { id: 'f5a4', email: 'tess@example.com' };
const session = {
  access_token: 'token',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user: member,
};
const stores = [{ stores: { id: 7, name: 'Kape Tayo', suspended: false } }];

async function answer(input: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(String(input));
  if (pathname === '/auth/v1/verify') return Response.json(session);
  if (pathname === '/auth/v1/logout') return new Response(null, { status: 204 });
  return Response.json(pathname.startsWith('/rest/') ? stores : {});
}

test('a log-out leaves nothing of the member on the tablet, and the site’s things where they are', async () => {
  vi.stubGlobal('fetch', answer);
  localStorage.clear();
  // What an earlier version kept, and what the customers' site of the demo keeps.
  localStorage.setItem(`stampcard-till.store.${member.id}`, '7');
  sessionStorage.setItem('stampcard-till.seen', member.email);
  localStorage.setItem('stampcard.session', 'a customer’s');
  followSession();
  expect(await sendCode(member.email)).toBeNull();
  expect(await verifyCode(member.email, '123456')).toBeNull();
  await vi.waitFor(() => expect($store.get()?.id).toBe(7));
  expect(JSON.stringify(localStorage)).toContain(member.email);
  await signOut();
  expect($session.get()).toEqual({ status: 'signed-out' });
  expect($store.get()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['stampcard.session']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});
