/** Whether this phone reminds its owner, and of what (docs/product.md#profile). */
import { onMount } from 'nanostores';
import { type impossible, reminderTexts } from '#text/reminders.ts';
import { toDataError } from '../data/data-error.ts';
import { dropPushDevice, pushDevice, savePushDevice } from '../data/reminders.ts';
import { sessionIdOf, storedSession } from '../data/stored-session.ts';
import type { Id, Person } from '../domain/entities.ts';
import { REMINDER_KINDS, type ReminderKind } from '../domain/reminders.ts';
import { platform } from '../platform/platform.ts';
import {
  currentSubscription,
  isPushAllowed,
  onPermissionChange,
  pushSupport,
  type Subscription,
  subscribe,
  unsubscribe,
} from '../platform/push.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { $offline } from './reading/offline.ts';
import { $person, personalAtom, signedInPerson } from './session/session.ts';

export type Reminders =
  | { status: 'loading' }
  /** The backend reminds nobody, and the profile says so. */
  | { status: 'absent' }
  | { status: 'failed'; message: string }
  | { status: 'impossible'; why: keyof typeof impossible }
  | {
      status: 'ready';
      serverKey: string;
      /** What this phone is notified about; null while they are off here. */
      kinds: readonly ReminderKind[] | null;
      isBusy: boolean;
      /** What went wrong with the last change. */
      problem: string | null;
    };

export const $reminders = personalAtom<Reminders>({ status: 'loading' });

/** Shows it, unless somebody else or nobody is signed in by now. */
function showTo(person: Person, state: Reminders): void {
  if ($person.get()?.id === person.id) $reminders.set(state);
}

/** What is turned on here, as this device keeps it. */
interface Kept {
  person: Id;
  /** The backend sends nothing once it has ended. */
  session: unknown;
  endpoint: string;
  kinds: ReminderKind[];
}

const sessionId = () => sessionIdOf(storedSession()?.accessToken);

/** If it differs after an answer, they were turned off or changed meanwhile, perhaps in another tab. */
const keptText = () => platform().localStorage.get(storageKeys.reminders);

function kept(): Partial<Kept> {
  try {
    return JSON.parse(keptText() ?? '') ?? {};
  } catch {
    return {};
  }
}

/** Does nothing if somebody else, or nobody, is signed in by now, as during a log-out. */
function keep({ id: person }: Person, endpoint: string, kinds: readonly ReminderKind[]): void {
  if (storedSession()?.person.id !== person) return;
  const text = JSON.stringify({ person, session: sessionId(), endpoint, kinds });
  platform().localStorage.set(storageKeys.reminders, text);
}

async function save(person: Person, subscription: Subscription, kinds: readonly ReminderKind[]) {
  await savePushDevice(person.id, subscription, kinds);
  keep(person, subscription.endpoint, kinds);
}

/**
 * A browser may renew or drop its subscription without telling anybody, and a log-out elsewhere ends the
 * session: what its owner had turned on here is turned on with the next one. The backend is not asked while
 * both stay the same.
 */
export async function renewReminders(): Promise<void> {
  const person = await signedInPerson();
  const text = keptText();
  const before = kept();
  if (!person || before.person !== person.id || !isPushAllowed()) return;
  try {
    const current = await currentSubscription();
    if (current?.endpoint === before.endpoint && before.session === sessionId()) return;
    const device = await pushDevice(person.id, null);
    const subscription = device && (await subscribe(device.serverKey));
    const kinds = REMINDER_KINDS.filter((kind) => before.kinds?.includes(kind));
    if (!subscription || keptText() !== text) return;
    await save(person, subscription, kinds);
    // Unlike get(), this asks for nothing if it is not shown.
    const shown = $reminders.value;
    if (shown?.status === 'ready' && !shown.isBusy) showTo(person, { ...shown, kinds });
  } catch {
    // The next page tries again.
  }
}

export async function readReminders(): Promise<void> {
  const person = $person.get();
  if (person === null) return;
  if ($reminders.get().status === 'failed') $reminders.set({ status: 'loading' });
  try {
    await renewReminders();
    const text = keptText();
    const subscription = await currentSubscription().catch(() => null);
    const device = await pushDevice(person.id, subscription?.endpoint ?? null);
    if (keptText() !== text) return await readReminders();
    if (subscription && device?.kinds) keep(person, subscription.endpoint, device.kinds);
    const why = pushSupport();
    if (device === null) showTo(person, { status: 'absent' });
    else if (why !== 'possible') showTo(person, { status: 'impossible', why });
    else showTo(person, { status: 'ready', ...device, isBusy: false, problem: null });
  } catch (thrown) {
    const { message } = toDataError(thrown, reminderTexts.load);
    showTo(person, { status: 'failed', message });
  }
}

onMount($reminders, () => {
  if (!platform().isBrowser()) return;
  const stop = $person.subscribe((person) => {
    if (person !== null && $reminders.get().status === 'loading') void readReminders();
  });
  // Permission was given or taken back in the browser's settings meanwhile. A change under way may be what
  // asked for it, and shows its own result.
  const readAgain = () => {
    const state = $reminders.get();
    const isBusy = state.status === 'ready' && state.isBusy;
    if (!isBusy && ['ready', 'impossible', 'failed'].includes(state.status)) void readReminders();
  };
  const stops = [
    stop,
    onPermissionChange(readAgain),
    // In another tab they were turned on, off, or changed.
    platform().onStorageChange((key) => key === storageKeys.reminders && readAgain()),
    $offline.listen((isOffline) => {
      if (!isOffline && $reminders.get().status === 'failed') void readReminders();
    }),
    platform().onVisibilityChange(() => {
      const { status } = $reminders.get();
      const isPossible = pushSupport() === 'possible';
      const isStale = status === 'failed' || isPossible === (status === 'impossible');
      if (platform().isVisible() && isStale) readAgain();
    }),
  ];
  return () => {
    for (const one of stops) one();
  };
});

type Ready = Extract<Reminders, { status: 'ready' }>;

/**
 * Makes a change and shows its result; if it fails, what was there before, and why. A switch that is tapped
 * meanwhile is shown at once, and saved after it.
 */
async function change(
  work: (person: Person, before: Ready) => Promise<readonly ReminderKind[] | null>,
  shown: (before: Ready) => readonly ReminderKind[] | null = ({ kinds }) => kinds,
): Promise<void> {
  const person = $person.get();
  const before = $reminders.get();
  if (person === null || before.status !== 'ready') return;
  const now = { ...before, kinds: shown(before) };
  if (before.isBusy) return $reminders.set(now);
  showTo(person, { ...now, isBusy: true, problem: null });
  try {
    const kinds = await work(person, before);
    const last = $reminders.get();
    showTo(person, { ...before, kinds, isBusy: false, problem: null });
    if (kinds && last.status === 'ready' && last.isBusy && last.kinds !== now.kinds)
      return saveKinds(() => last.kinds ?? []);
  } catch (thrown) {
    const { message } = toDataError(thrown, reminderTexts.subscribe);
    showTo(person, { ...before, isBusy: false, problem: message });
  }
  const why = pushSupport();
  if (why !== 'possible') showTo(person, { status: 'impossible', why });
}

/** Called by a tap, as browsers ask only then. */
export const turnOn = (): Promise<void> =>
  change(async (person, { serverKey }) => {
    const subscription = await subscribe(serverKey);
    if (subscription === null) return null;
    await save(person, subscription, REMINDER_KINDS);
    return REMINDER_KINDS;
  });

const present = async (): Promise<Subscription> => {
  const subscription = await currentSubscription();
  if (subscription === null) throw new Error(reminderTexts.subscribe);
  return subscription;
};

export const turnOff = (): Promise<void> =>
  change(async (person) => {
    const { endpoint } = await present();
    await dropPushDevice(person.id, endpoint);
    // What is on by now is somebody else's.
    if (storedSession()?.person.id !== person.id) return null;
    platform().localStorage.remove(storageKeys.reminders);
    await unsubscribe();
    return null;
  });

const saveKinds = (wanted: (before: Ready) => readonly ReminderKind[]): Promise<void> =>
  change(async (person, before) => {
    const kinds = wanted(before);
    await save(person, await present(), kinds);
    return kinds;
  }, wanted);

export const setKind = (kind: ReminderKind, isOn: boolean): Promise<void> =>
  saveKinds(({ kinds }) =>
    REMINDER_KINDS.filter((one) => (one === kind ? isOn : kinds?.includes(one))),
  );
