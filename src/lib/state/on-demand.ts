/** Code that comes after the screen: fetched when the page has nothing else to do, or when asked. */
import { atom, onMount, type WritableAtom } from 'nanostores';
import { platform } from '../platform/platform.ts';

export type OnDemandState<T> =
  | { status: 'waiting' }
  | { status: 'ready'; module: T }
  /** Requested but not available: offline, or gone with a newer version of the site. */
  | { status: 'failed' };

export interface OnDemand<T> {
  $state: WritableAtom<OnDemandState<T>>;
  /** Runs something with the module as soon as it is there: at once, if it is. */
  whenReady(callback: (module: T) => void): Promise<void>;
}

export function onDemand<T>(fetchModule: () => Promise<T>): OnDemand<T> {
  const $state = atom<OnDemandState<T>>({ status: 'waiting' });
  const load = async (): Promise<T> => {
    const [loaded] = await Promise.all([fetchModule(), platform().laterStyles()]);
    $state.set({ status: 'ready', module: loaded });
    return loaded;
  };
  onMount($state, () => {
    if (!platform().isBrowser()) return;
    // A failure here costs nothing: the tap that needs the module asks again.
    return platform().whenIdle(() => void load().catch(() => undefined));
  });
  return {
    $state,
    async whenReady(run) {
      const state = $state.get();
      // At once, within the tap: the next one must not find the page as it was before.
      if (state.status === 'ready') return run(state.module);
      // The message about a failure is noticed again only if it was gone in between.
      if (state.status === 'failed') $state.set({ status: 'waiting' });
      try {
        run(await load());
      } catch {
        $state.set({ status: 'failed' });
        // Not the first time. The code may be gone from the host for good, with the page's release.
        if (state.status === 'failed') platform().reloadFromHost();
      }
    },
  };
}
