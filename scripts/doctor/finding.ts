/** What one check found and what to do about it, for someone reading it in a terminal. */
export interface Finding {
  what: string;
  status: 'ok' | 'mend' | 'unknown';
  found: string;
  /** What to do, and in which file or on which page; empty if there is nothing to do. */
  mend: string;
}

export interface Group {
  title: string;
  findings: Finding[];
}

export function ok(what: string, found: string): Finding {
  return { what, status: 'ok', found, mend: '' };
}

export function toMend(what: string, found: string, mend: string): Finding {
  return { what, status: 'mend', found, mend };
}

/** It could not be seen, which is not the same as fine. */
export function unknown(what: string, found: string, mend = ''): Finding {
  return { what, status: 'unknown', found, mend };
}

/** As it should be, or what is wrong with it and what to do. */
export const judge = (
  what: string,
  isFine: boolean,
  fine: string,
  wrong: string,
  mend: string,
): Finding => (isFine ? ok(what, fine) : toMend(what, wrong, mend));

const SAID_EACH = 3;

/** What could not be seen for one and the same reason is said once. */
export function once(findings: readonly Finding[]): Finding[] {
  return findings.flatMap((finding) => {
    const alike = findings.filter(
      ({ status, found, mend }) =>
        status === 'unknown' && found === finding.found && mend === finding.mend,
    );
    if (finding.status !== 'unknown' || alike.length <= SAID_EACH) return [finding];
    const named = alike.slice(0, SAID_EACH).map((one) => one.what);
    const what = `${named.join(', ')} and ${alike.length - SAID_EACH} more`;
    return finding === alike[0] ? [{ ...finding, what }] : [];
  });
}

const SIGN: Readonly<Record<Finding['status'], string>> = { ok: '✓', mend: '✗', unknown: '?' };

/** Every finding, and at the end how many there are of each kind. */
export function report(groups: readonly Group[]): string {
  const all = groups.flatMap(({ findings }) => findings);
  const count = (status: Finding['status']) => all.filter((one) => one.status === status).length;
  const lines = ({ what, status, found, mend }: Finding) => [
    `  ${SIGN[status]} ${what}: ${found}`,
    ...(mend ? [`      → ${mend}`] : []),
  ];
  return [
    ...groups.flatMap(({ title, findings }) => [title, ...findings.flatMap(lines), '']),
    `${count('ok')} as they should be, ${count('mend')} to mend, ${count('unknown')} not known.`,
  ].join('\n');
}

export const hasProblems = (groups: readonly Group[]): boolean =>
  groups.some(({ findings }) => findings.some(({ status }) => status === 'mend'));
