import { atom } from 'nanostores';

/** Counts the scans seen on this page: lists that show stamps listen and read themselves anew. */
export const $scans = atom(0);

export const scanSeen = (): void => $scans.set($scans.get() + 1);
