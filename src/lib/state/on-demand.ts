/** Code that comes after the screen: fetched when the page has nothing else to do, or when asked. */
import { atom, onMount, type WritableAtom } from 'nanostores';
import { platform } from '../platform/platform.ts';

export type OnDemandState<T> =
  | { status: 'waiting' }
  | { status: 'ready'; module: T }
  /** Asked for and not to be had: offline, or gone with a newer version of the site. */
  | { status: 'failed' };

export interface OnDemand<T> {
  $state: WritableAtom<OnDemandState<T>>;
  /** Runs something of the module as soon as it is there. */
  use(run: (module: T) => void): Promise<void>;
}

export function onDemand<T>(fetchModule: () => Promise<T>): OnDemand<T> {
  const $state = atom<OnDemandState<T>>({ status: 'waiting' });
  const get = async (): Promise<T> => {
    const module = await fetchModule();
    $state.set({ status: 'ready', module });
    return module;
  };
  onMount($state, () => {
    if (!platform().isHere()) return;
    // A failure here costs nothing: the tap that needs the module asks again.
    return platform().whenIdle(() => void get().catch(() => undefined));
  });
  return {
    $state,
    async use(run) {
      try {
        run(await get());
      } catch {
        $state.set({ status: 'failed' });
      }
    },
  };
}
