/**
 * Going back to another screen of this document, which the browser takes for a change within the page,
 * before the code that shows it has loaded (change-screens.ts): that screen is loaded.
 */
import { isWithinScreen } from '../lib/platform/navigations.ts';

if ('navigation' in window) {
  navigation.addEventListener('navigate', (event) => {
    if (document.documentElement.dataset.screens !== undefined || isWithinScreen(event)) return;
    event.intercept({ handler: async () => location.reload() });
  });
}
