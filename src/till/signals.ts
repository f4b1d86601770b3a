/** Signals by sound and vibration, for people who look at the customer. Loaded behind the screen. */
import { atom, type WritableAtom } from 'nanostores';
import { onDevice } from './backend.ts';
import { $outcome, $serving, type Serving, whyNotRedeemable } from './serving.ts';

type Switch = 'sound' | 'vibration';

/** The device's own, not a person's: it stays when somebody signs out (session.ts). */
const keyOf = (name: Switch) => `stampcard-till-${name}`;

const readSwitch = (name: Switch) => onDevice(() => localStorage.getItem(keyOf(name))) !== 'off';

/** Null if the device can't. */
export const $switches: Record<Switch, WritableAtom<boolean> | null> = {
  sound: typeof AudioContext === 'function' ? atom(readSwitch('sound')) : null,
  vibration: 'vibrate' in navigator ? atom(readSwitch('vibration')) : null,
};

export function turn(name: Switch, isOn: boolean): void {
  $switches[name]?.set(isOn);
  onDevice(() => {
    if (isOn) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), 'off');
  });
}

/** [hertz, seconds] of each tone, and the milliseconds of each buzz and pause. */
const SIGNALS = {
  yes: {
    tones: [
      [880, 0.09],
      [1320, 0.14],
    ],
    buzz: [80],
  },
  no: { tones: [[196, 0.3]], buzz: [120, 80, 120] },
} as const;

let context: AudioContext | null = null;

/** Browsers let a page play sounds once it has been used; in most, a finger coming down does not count. */
function unlock(): void {
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
}

function play(tones: readonly (readonly [number, number])[]): void {
  if (context?.state !== 'running') return;
  let at = context.currentTime;
  for (const [hertz, seconds] of tones) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    at += seconds;
    tone.stop(at);
  }
}

function signal(name: keyof typeof SIGNALS): void {
  const { tones, buzz } = SIGNALS[name];
  if ($switches.sound?.get()) play(tones);
  if ($switches.vibration?.get()) navigator.vibrate([...buzz]);
}

const isProblem = (serving: Serving): boolean =>
  serving.step === 'refused' ||
  (serving.step === 'scanning' && serving.problem !== null) ||
  (serving.step === 'found' && whyNotRedeemable(serving.scan) !== null);

/** @returns how to stop it */
export function followServing(): () => void {
  if ($switches.sound) for (const press of ['click', 'keydown']) addEventListener(press, unlock);
  const stops = [
    $outcome.listen((outcome) => outcome && signal(outcome.tone === 'success' ? 'yes' : 'no')),
    $serving.listen((serving) => isProblem(serving) && signal('no')),
  ];
  return () => {
    for (const press of ['click', 'keydown']) removeEventListener(press, unlock);
    for (const stop of stops) stop();
  };
}
