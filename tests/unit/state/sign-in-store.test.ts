// @vitest-environment node
/** Whose card a visitor is about to open, as far as it can be said. */
import { expect, test } from 'vitest';
import { type Answer, hanging, htmlPage, offline, refusal, rows } from '../data/fake-backend.ts';
import { ana, openPage, pass, settle } from './open-page.ts';

const kapeTayo = { id: 3, name: 'Kape Tayo', suspended: false };

async function open(path: string, answer: Answer, as: typeof ana | null = null) {
  const page = await openPage(path, { as });
  page.backend.answer('rest/stores', answer);
  const state = await import('../../../src/lib/state/sign-in.ts');
  await import('../../../src/lib/data/store-name.ts');
  await state.startSignIn();
  await settle();
  return { ...page, ...state };
}

test('the sign-in names the store that it leads to, asked for as anyone may', async () => {
  const { $signIn, backend } = await open('/login?redirect=/store/3?reward=7', rows([kapeTayo]));
  expect($signIn.get()).toMatchObject({ store: 'Kape Tayo', step: 'form' });
  expect(backend.requests.map(({ path, query }) => [path, query.get('id')])).toEqual([
    ['rest/stores', 'eq.3'],
  ]);
});

test.each([
  ['is unknown', rows([])],
  ['is suspended', rows([{ ...kapeTayo, suspended: true }])],
  ['has no name', rows([{ id: 3 }])],
  ['may not be read', refusal(401, { message: 'permission denied for table stores' })],
  ['has an id that is none', refusal(400, { code: '22P02', message: 'invalid input syntax' })],
  ['is answered for by something in between', htmlPage(200)],
  ['is out of reach', offline],
])('the sign-in names no store that %s', async (_, answer) => {
  const { $signIn } = await open('/login?redirect=/store/3', answer);
  await pass(60_000);
  expect($signIn.get()).toMatchObject({ store: null, step: 'form', error: null });
});

test('the form does not wait for the name of the store', async () => {
  const { $signIn } = await open('/login?redirect=/store/3', hanging);
  expect($signIn.get()).toMatchObject({ store: null, step: 'form' });
});

test.each([
  ['leads elsewhere', '/login?redirect=/rewards?store_id=3', null],
  ['is for a signed-in customer', '/login?redirect=/store/3', ana],
])('no store is asked for where the sign-in %s', async (_, path, as) => {
  const { backend } = await open(path, rows([kapeTayo]), as);
  expect(backend.of('rest/stores')).toEqual([]);
});
