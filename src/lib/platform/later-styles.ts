/**
 * The styles of what loads after the screen: one file for all pages, to which the build leaves an inactive
 * link (scripts/build/page/later-styles.ts). In development there is none: they are already there.
 */
let fetched: Promise<void> | undefined;

const fetchStyles = (sleeping: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error('The styles did not come.'));
    };
    link.rel = 'stylesheet';
    link.href = sleeping.href;
    // Behind those of the page, which name the order of the layers.
    document.head.append(link);
  });

/** Tries again on the next call if they could not be loaded. */
export function laterStyles(): Promise<void> {
  const sleeping = document.querySelector<HTMLLinkElement>('link[data-sheets][href]');
  if (!sleeping) return Promise.resolve();
  fetched ??= fetchStyles(sleeping).catch((thrown) => {
    fetched = undefined;
    throw thrown;
  });
  return fetched;
}
