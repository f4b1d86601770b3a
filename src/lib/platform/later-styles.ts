/**
 * The styles of what comes after the screen: one file for all pages, to which the build leaves a link
 * asleep (scripts/build/page/later-styles.ts). In development there is none: they are there.
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

/** Asks again on the next call where they could not be had. */
export function laterStyles(): Promise<void> {
  const sleeping = document.querySelector<HTMLLinkElement>('link[data-sheets][href]');
  if (!sleeping) return Promise.resolve();
  fetched ??= fetchStyles(sleeping).catch((thrown) => {
    fetched = undefined;
    throw thrown;
  });
  return fetched;
}
