import { endSession } from '../../data/log-out.ts';
import { withWebView } from '../../domain/web-view.ts';
import { platform } from '../../platform/platform.ts';
import { routes } from '../../routes.ts';
import { $session, clearPersonalData, startLogOut } from './session.ts';
import { isWebView } from './web-view.ts';

/** What the screen shows goes with it, however long the backend takes. */
function forget(): Promise<void> {
  const cleared = clearPersonalData();
  $session.set({ status: 'loading' });
  return cleared;
}

/**
 * Leaves nothing personal on the device, at once, and ends the session everywhere. If the backend can't be
 * told now, that is retried later (docs/product.md#session).
 */
export async function logOut(): Promise<void> {
  startLogOut();
  await endSession(forget);
  platform().replace(withWebView(routes.login.path, isWebView()));
}
