/**
 * Loads the code that measures the page once the page itself has loaded, on as many pages as the
 * operator wants figures of.
 */
const { code = '', route = '' } = document.currentScript?.dataset ?? {};

function load(): void {
  const loaded: Promise<typeof import('./report-vitals.ts')> = import(/* @vite-ignore */ code);
  // Offline there is nobody to tell either.
  void loaded.then(
    ({ start }) => start(route),
    () => undefined,
  );
}

if (Math.random() < import.meta.env.VITALS_SAMPLE) addEventListener('load', load);
