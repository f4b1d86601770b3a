/**
 * Waits for errors that nothing in the page has caught, on as many pages as the operator wants to hear
 * of, and loads the code that reports them with the first (docs/decisions/client-errors.md).
 */
const { code = '', route = '' } = document.currentScript?.dataset ?? {};

/** How many times the page was left: it may be shown again as it was. */
let departures = 0;

function watch(event: ErrorEvent | PromiseRejectionEvent): void {
  const before = departures;
  // The screen may have changed within the document (change-screens.ts).
  const shown = document.documentElement.dataset.route ?? route;
  const loaded: Promise<typeof import('./report-errors.ts')> = import(/* @vite-ignore */ code);
  // Offline there is nobody to tell either.
  void loaded.then(
    ({ report }) => report(event, shown, () => departures > before),
    () => undefined,
  );
}

if (Math.random() < import.meta.env.ERRORS_SAMPLE) {
  addEventListener('error', watch);
  addEventListener('unhandledrejection', watch);
  addEventListener('pagehide', () => {
    departures += 1;
  });
}
