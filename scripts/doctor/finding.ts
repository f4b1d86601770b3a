/** What one check found, and what there is to do about it. */
export interface Finding {
  /** What was looked at. */
  what: string;
  status: 'ok' | 'mend' | 'unknown';
  /** What is there. */
  found: string;
  /** What to do, and in which file or on which page; empty where nothing is to be done. */
  mend: string;
}

export const ok = (what: string, found: string): Finding => ({
  what,
  status: 'ok',
  found,
  mend: '',
});

export const toMend = (what: string, found: string, mend: string): Finding => ({
  what,
  status: 'mend',
  found,
  mend,
});

/** It could not be seen, which is not the same as well. */
export const unknown = (what: string, found: string, mend = ''): Finding => ({
  what,
  status: 'unknown',
  found,
  mend,
});
