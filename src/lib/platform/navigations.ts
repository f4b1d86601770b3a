/** Navigations, even within the document (Navigation API). Separate, so that inline scripts can use it. */

/** Whether it loads a document, or stays on the screen: a rewritten address, a sheet's mark in history. */
export const isWithinScreen = ({ destination, navigationType }: NavigateEvent): boolean => {
  const { pathname, search } = new URL(destination.url);
  return (
    navigationType !== 'traverse' ||
    !destination.sameDocument ||
    pathname + search === location.pathname + location.search
  );
};

/** A later answer would reload the page under what has been opened meanwhile. */
const RELOAD_AWAITED_MS = 5000;

/**
 * Reloads the page if the host has it: otherwise it would be gone.
 * @param isNeeded asked when the host has answered
 */
export const reloadFromHost = (isNeeded = () => true): void =>
  // The worker would answer a GET.
  void fetch(location.href, {
    method: 'HEAD',
    signal: AbortSignal.timeout(RELOAD_AWAITED_MS),
  }).then(
    (answer) => answer.ok && isNeeded() && location.reload(),
    () => undefined,
  );
