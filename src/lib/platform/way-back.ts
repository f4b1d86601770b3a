/**
 * Makes going back (the button, the gesture) close the sheet that is over the page. If that is the
 * browser's own close request, as on Android, a dialog has it already. Elsewhere the history gets a marked
 * entry with the same address: one for all sheets, left there when they close, since going back by script
 * can cut off a navigation that is under way. The next time back skips it.
 */
interface Sheet {
  close: () => void;
  isClosable: boolean;
}

export interface BackHandle {
  setClosable(isClosable: boolean): void;
  remove(): void;
}

const MARK = 'sheet';
const sheets: Sheet[] = [];
let isFollowing = false;

/** The address of the marked entry that the page is at; null at any other. */
let marked: string | null = null;

const address = () => location.pathname + location.search;
const isMarked = (): boolean => history.state?.[MARK] === true;

function mark(): void {
  if (isMarked() || !sheets.some(({ isClosable }) => isClosable)) return;
  // When the entry is left again the page keeps its place, and does not go back to that of this moment.
  history.scrollRestoration = 'manual';
  history.pushState({ ...history.state, [MARK]: true }, '');
  history.scrollRestoration = 'auto';
  marked = address();
}

function onPopState(): void {
  const left = marked;
  marked = isMarked() ? address() : null;
  // Nothing to do unless this leads from a mark to the screen it was made on: others have their own.
  if (marked !== null || left !== address()) return;
  history.scrollRestoration = 'auto';
  const top = sheets.at(-1);
  if (!top) {
    history.back();
    return;
  }
  if (top.isClosable) top.close();
  // What closed may have been a part of the sheet, or there is another one below.
  setTimeout(mark);
}

/** Skips entries that are left from sheets, even from an earlier visit. */
export function followWayBack(): void {
  // Web views on Android have close requests, but the back button of the app around them makes none.
  if (isFollowing || ('CloseWatcher' in window && !/; wv\)/.test(navigator.userAgent))) return;
  isFollowing = true;
  if (isMarked()) marked = address();
  addEventListener('popstate', onPopState);
  // The screen may have changed within the document (the Navigation API).
  if ('navigation' in window) {
    navigation.addEventListener('currententrychange', ({ navigationType }) => {
      if (navigationType === 'push' && !isMarked()) marked = null;
    });
  }
}

/** A sheet has opened above all others. */
export function closeOnBack(close: () => void): BackHandle {
  followWayBack();
  const sheet: Sheet = { close, isClosable: false };
  sheets.push(sheet);
  return {
    setClosable(isClosable) {
      sheet.isClosable = isClosable;
      if (isFollowing) mark();
    },
    remove: () => void sheets.splice(sheets.indexOf(sheet), 1),
  };
}
