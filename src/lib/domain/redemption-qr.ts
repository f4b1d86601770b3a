/** The code a customer shows to redeem a reward (docs/product.md#redemption-code). */
import LzString from 'lz-string';
import { nameInCode } from './display-name.ts';
import type { Id, Person, Stamp, Store } from './entities.ts';
import { QR_PHOTO_CHARACTERS, QR_TEXT_CHARACTERS } from './limits.ts';
import { parseFields, readId, readText, shortName } from './payload.ts';
import type { Reward } from './reward.ts';
import { stampsNeeded } from './stamp-goal.ts';
import { stampsToSpend } from './stamp-groups.ts';

/** The names the store's side reads. */
export interface RedemptionPayload {
  user_id: Id;
  stamp_ids: Id[];
  reward_id: Id;
  store_id: Id;
  reward_name: string;
  reward_photo: string | null;
  store_name: string;
  displayName: string;
}

interface RedemptionInput {
  person: Person;
  reward: Reward;
  store: Pick<Store, 'id' | 'name'>;
  /** The customer's unredeemed stamps at that store. */
  stamps: readonly Stamp[];
}

export function redemptionPayload({
  person,
  reward,
  store,
  stamps,
}: RedemptionInput): RedemptionPayload {
  return {
    user_id: person.id,
    stamp_ids: stampsToSpend(stamps, stampsNeeded(reward)).map(({ id }) => id),
    reward_id: reward.id,
    store_id: store.id,
    reward_name: shortName(reward.title),
    reward_photo: shortPhoto(reward.photo),
    store_name: shortName(store.name),
    displayName: nameInCode(person),
  };
}

/** An address can't be shortened; one that would make the code unreadable is left out. */
function shortPhoto(photo: string | null): string | null {
  return photo !== null && photo.length <= QR_PHOTO_CHARACTERS ? photo : null;
}

/** Without quotes if it is a number to the backend too, which makes the code coarser. */
const compactId = (id: Id): Id | number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);

/** Compressed into text that may be part of an address. */
export function packRedemption(payload: RedemptionPayload): string {
  const compact = {
    ...payload,
    stamp_ids: payload.stamp_ids.map(compactId),
    reward_id: compactId(payload.reward_id),
    store_id: compactId(payload.store_id),
  };
  return LzString.compressToEncodedURIComponent(JSON.stringify(compact));
}

/** What a scanned text says, or null if it is not such a code. Whether it is true is not checked. */
export function unpackRedemption(text: string): RedemptionPayload | null {
  const fields = unpackFields(text);
  if (fields === null) return null;
  const [userId, rewardId, storeId] = ['user_id', 'reward_id', 'store_id'].map((key) =>
    readId(fields[key]),
  );
  const stampIds = readIds(fields.stamp_ids);
  if (!userId || !rewardId || !storeId || !stampIds) return null;
  const photo = fields.reward_photo;
  return {
    user_id: userId,
    stamp_ids: stampIds,
    reward_id: rewardId,
    store_id: storeId,
    reward_name: readText(fields.reward_name),
    reward_photo: typeof photo === 'string' ? photo : null,
    store_name: readText(fields.store_name),
    displayName: readText(fields.displayName),
  };
}

/** Bounded, since a short text can unfold into a very long one; on garbage the library throws. */
function unpackFields(text: string): Record<string, unknown> | null {
  if (text.length > QR_TEXT_CHARACTERS) return null;
  try {
    return parseFields(LzString.decompressFromEncodedURIComponent(text));
  } catch {
    return null;
  }
}

function readIds(value: unknown): Id[] | null {
  if (!Array.isArray(value)) return null;
  const ids = value.map(readId).filter((id) => id !== null);
  return ids.length === value.length ? ids : null;
}
