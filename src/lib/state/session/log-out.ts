import { signOut } from '../../data/auth.ts';
import { withWebView } from '../../domain/web-view.ts';
import { platform } from '../../platform/platform.ts';
import { routes } from '../../routes.ts';
import { clearPersonalData, startLogOut } from './session.ts';
import { isWebView } from './web-view.ts';

/**
 * Ends the session everywhere and leaves nothing personal on the device, even when the backend
 * can't be reached (docs/product.md#session).
 */
export async function logOut(): Promise<void> {
  startLogOut();
  try {
    await signOut();
  } catch {
    // The customer is cleared anyway: what follows does not need the backend.
  }
  await clearPersonalData();
  platform().replace(withWebView(routes.login.path, isWebView()));
}
