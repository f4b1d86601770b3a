/**
 * The island directive `client:painted` (scripts/build/plugins/astro.ts): the code of an island
 * whose page says everything without it is fetched once the page has been painted, and does not
 * delay that.
 */
import type { ClientDirective } from 'astro';

const painted: ClientDirective = (load) => {
  const hydrate = async () => (await load())();
  // A page in the background is not painted at all, and need not hurry.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    void hydrate();
    return;
  }
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    void hydrate();
  }).observe({ type: 'paint', buffered: true });
};

export default painted;
