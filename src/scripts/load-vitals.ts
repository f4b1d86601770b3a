/** Loads the code that measures the page once the page itself has loaded. */
const { code = '', route = '' } = document.currentScript?.dataset ?? {};

addEventListener('load', () => {
  const loaded: Promise<typeof import('./report-vitals.ts')> = import(/* @vite-ignore */ code);
  // Without a line there is nobody to tell either.
  void loaded.then(
    ({ start }) => start(route),
    () => undefined,
  );
});
