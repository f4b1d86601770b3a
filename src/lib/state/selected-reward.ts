/** The reward that a tap selects, and /redeem shows (docs/product.md#one-reward). */
import { dataErrors } from '#text/messages.ts';
import type { ListPage } from '../data/keyset.ts';
import { rewardById } from '../data/rewards.ts';
import { readSavedAnswer, type SavedAnswer } from '../data/saved-answers.ts';
import type { Id, Person } from '../domain/entities.ts';
import type { Reward } from '../domain/reward.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { fromAddress, rewardInAddress } from './address.ts';
import { argsOf, resource } from './reading/resource.ts';

/** The reward, if the list of /home and /rewards has it: a ticket on /home only knows its name. */
function rewardInList(person: Person, id: Id): SavedAnswer<Reward> | null {
  const saved = readSavedAnswer<ListPage<Reward>>(person.id, 'rewards', []);
  const value = saved?.value.items.find((candidate) => candidate.id === id);
  return saved && value ? { value, at: saved.at } : null;
}

const selected = resource(
  {
    query: 'reward',
    fallback: dataErrors.loadReward,
    read: (_person, [id], signal) => rewardById(id, platform().now(), signal),
    seed: (person, [id]) => rewardInList(person, id),
  },
  fromAddress('redeem', () => argsOf(rewardInAddress('redeem'))),
);

export const $selectedReward = selected.$value;
export const readSelectedReward = selected.read;

/**
 * Keeps a tapped reward for the next screen, which shows it before the network answers. The code of an
 * earlier tap, whose page was left before it could open, no longer opens.
 */
export function selectReward(reward: Reward): void {
  selected.saveAnswer([reward.id], reward);
  platform().sessionStorage.remove(storageKeys.redeemNow);
}

/**
 * 'Redeem: {reward}': its page opens the code by itself, once. A note in the tab rather than a word in
 * the address: no link from elsewhere can open a code.
 */
export const redeemOnNextPage = (reward: { id: Id }): void =>
  platform().sessionStorage.set(storageKeys.redeemNow, reward.id);

/** Whether the code of the reward in the address is to be opened; true only once. */
export function takeRedeemNow(): boolean {
  const storage = platform().sessionStorage;
  const rewardId = storage.get(storageKeys.redeemNow);
  storage.remove(storageKeys.redeemNow);
  return rewardId !== null && rewardId === rewardInAddress('redeem');
}
