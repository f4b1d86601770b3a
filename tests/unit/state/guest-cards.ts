/** What the tests of guests share: their card on a device, and the backend's answers about it. */
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import type { MemoryPlatform } from '../../memory-platform.ts';
import { type Answer, type FakeBackend, refusal } from '../data/fake-backend.ts';

export const PREPARE = 'rest/rpc/prepare_guest_move';
export const MOVE = 'rest/rpc/move_guest_card';

export const ok = (body: unknown): Answer => refusal(200, body as object);
export const prepared = ok('2026-11-28T02:00:00Z');
export const moved = (count: number, leftBehind = 0) =>
  ok({ moved: count, left_behind: leftBehind });
export const refused = (status: number, details: string, message: string) =>
  refusal(status, { code: `PT${status}`, details, message });

export const kept = (device: MemoryPlatform) =>
  JSON.parse(device.localStorage.get(storageKeys.guestCard) ?? 'null');
export const keep = (device: MemoryPlatform, card: object | string) =>
  device.localStorage.set(
    storageKeys.guestCard,
    typeof card === 'string' ? card : JSON.stringify(card),
  );
export const secretsOf = (backend: FakeBackend, path: string) =>
  backend.of(path).map(({ body }) => (body as { secret: string }).secret);
