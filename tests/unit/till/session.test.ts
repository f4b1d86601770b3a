import { beforeEach, expect, test, vi } from 'vitest';
import * as backend from '../../../src/till/backend.ts';
import { $store } from '../../../src/till/serving.ts';
import {
  $session,
  $stores,
  changeStore,
  chooseStore,
  loadStores,
} from '../../../src/till/session.ts';

vi.mock('../../../src/till/backend.ts', () => ({ myStores: vi.fn() }));

const kape = { id: 1, name: 'Kape Tayo', isSuspended: false };
const halo = { id: 2, name: 'Mga Halo', isSuspended: false };

const answers = vi.mocked(backend.myStores);
const status = (expected: string) => vi.waitFor(() => expect($stores.get().status).toBe(expected));
const again = () => {
  const stores = $stores.get();
  if (stores.status !== 'failed') throw new Error('The stores were read.');
  return stores.again();
};

beforeEach(() => {
  answers.mockReset();
  $session.set({ status: 'signed-in', member: { id: 'f5a4', email: 'tess@example.com' } });
});

test('someone who changes the store is asked for it, though the stores are read at the second try', async () => {
  chooseStore(kape);
  answers.mockRejectedValueOnce(new Error('We couldn’t look up where you work.'));
  changeStore();
  await status('failed');
  answers.mockResolvedValueOnce([kape, halo]);
  await again();
  await status('loaded');
  expect($store.get()).toBeNull();
});

test('a till that is opened is in its store, though the stores are read at the second try', async () => {
  chooseStore(halo);
  $store.set(null);
  answers.mockRejectedValueOnce(new Error('We couldn’t look up where you work.'));
  await loadStores();
  answers.mockResolvedValueOnce([kape, halo]);
  await again();
  expect($store.get()).toEqual(halo);
});
