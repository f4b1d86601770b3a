/** What the customer can see, save and delete of what is kept about them (docs/product.md#your-data). */
import { atom, computed } from 'nanostores';
import { myDataTexts, savedAs } from '#text/my-data.ts';
import { toDataError } from '../data/data-error.ts';
import { aboutMe, canDeleteAccount, collectMyData, deleteAccount } from '../data/my-data.ts';
import { appDayKey } from '../domain/day.ts';
import { dataFile, type MyData } from '../domain/my-data.ts';
import { platform } from '../platform/platform.ts';
import { currentScreen, followAddress, inAddress } from './address.ts';
import { resource } from './reading/resource.ts';
import {
  $person,
  $session,
  clearPersonalData,
  onSessionEnd,
  personalAtom,
  startLogOut,
} from './session/session.ts';

/** Whether the profile shows everything that is kept: ?data=1. */
export const $dataShown = atom(false);

followAddress($dataShown, 'profile', () => $dataShown.set(inAddress('profile', 'data') === '1'));

const about = resource(
  {
    query: 'aboutMe',
    fallback: myDataTexts.load,
    read: (person, _args, signal) => aboutMe(person, signal),
  },
  atom([] as const),
);

export const $aboutMe = about.$value;
export const readAboutMe = about.read;

/** Whether the account can be deleted here: reading the person's data shows what the backend lacks. */
export const $canDelete = computed($aboutMe, canDeleteAccount);

export type Collection =
  | { status: 'idle' }
  /** How many entries there are by now. */
  | { status: 'collecting'; entries: number }
  | { status: 'failed'; message: string }
  | { status: 'ready'; data: MyData };

/** Everything, once it was asked for. */
export const $collection = personalAtom<Collection>({ status: 'idle' });

let collecting: AbortController | undefined;
onSessionEnd(() => collecting?.abort());

/** Collects everything again. A second call while one is under way does nothing. */
export async function collect(): Promise<void> {
  const person = $person.get();
  if (person === null || $collection.get().status === 'collecting') return;
  collecting = new AbortController();
  const { signal } = collecting;
  // What arrives after the end of the session is for nobody to see.
  const show = (state: Collection) => {
    if (!signal.aborted) $collection.set(state);
  };
  show({ status: 'collecting', entries: 0 });
  try {
    const onProgress = (entries: number) => show({ status: 'collecting', entries });
    const data = await collectMyData(person, platform().now(), onProgress, signal);
    show({ status: 'ready', data });
  } catch (thrown) {
    const { message } = toDataError(thrown, myDataTexts.collect);
    show({ status: 'failed', message });
  }
}

/** What could not be saved: a share sheet opens only within seconds of a tap, and collecting may take longer. */
const unsaved = new WeakSet<MyData>();

/** Hands what was collected to the device as a file; returns what to say about it, if anything. */
async function save(data: MyData): Promise<string | null> {
  const name = `stampcard-data-${appDayKey(data.at)}.json`;
  const file = { name, type: 'application/json', text: dataFile(data) };
  const isSaved = await platform().saveFile(file);
  if (isSaved === false) unsaved.add(data);
  else unsaved.delete(data);
  return isSaved === false ? myDataTexts.save : isSaved && savedAs(name);
}

/** Collects everything, unless it is there and only unsaved, and saves it; returns what to say about it. */
export async function download(): Promise<string | null> {
  const before = $collection.get();
  if (before.status !== 'ready' || !unsaved.has(before.data)) await collect();
  const state = $collection.get();
  if (state.status === 'ready') return save(state.data);
  return state.status === 'failed' ? state.message : null;
}

/** Saves what was collected, as it is shown. */
export async function saveShown(): Promise<string | null> {
  const state = $collection.get();
  return state.status === 'ready' ? save(state.data) : null;
}

export const printShown = (): void => platform().print();

export type Deletion =
  | { step: 'closed' }
  /** What it means, then the decision. */
  | { step: 'reading' }
  | { step: 'deciding' }
  | { step: 'deleting' }
  | { step: 'failed'; message: string }
  | { step: 'done' };

/** How far the customer has come. Someone who signs in meanwhile must not find another person's question. */
export const $deletion = personalAtom<Deletion>({ step: 'closed' });

/**
 * Deletes the account, then all there is of it on this device, in every tab. This one stays to say so;
 * the others follow to the sign-in as they do after a log-out.
 */
export async function deleteMyAccount(): Promise<void> {
  const person = $person.get();
  if (person === null || $deletion.get().step === 'deleting') return;
  $deletion.set({ step: 'deleting' });
  // Otherwise somebody else is signed in by now, or nobody.
  const isHere = () => $person.get()?.id === person.id;
  try {
    await deleteAccount(person.id);
    if (!isHere()) return;
  } catch (thrown) {
    // An earlier try may have deleted the account: its session ends with it, which clears nothing else.
    if ($person.get() === null) await clearPersonalData();
    if (!isHere()) return;
    const { code, message, status } = toDataError(thrown, myDataTexts.remove);
    // An answer without a code is a gateway's own: the backend's may be lost behind it.
    const isUnanswered = status === 0 || (status >= 500 && code === null);
    $deletion.set({ step: 'failed', message: isUnanswered ? myDataTexts.unanswered : message });
    return;
  }
  startLogOut();
  const cleared = clearPersonalData();
  // It belonged to the person, and went with the rest.
  $deletion.set({ step: 'deleting' });
  await cleared;
  // If the profile was left meanwhile, there is no place to say so: this tab goes to the sign-in as well.
  $session.set({ status: currentScreen() === 'profile' ? 'loading' : 'signed-out' });
  $deletion.set({ step: 'done' });
}
