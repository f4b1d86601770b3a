/** What was found, for whoever reads it in a terminal. */
import type { Group } from './examine.ts';
import type { Finding } from './finding.ts';

const SIGN: Readonly<Record<Finding['status'], string>> = { ok: '✓', mend: '✗', unknown: '?' };

const lines = ({ what, status, found, mend }: Finding) => [
  `  ${SIGN[status]} ${what}: ${found}`,
  ...(mend ? [`      → ${mend}`] : []),
];

/** Every finding, and at the end how many there are of each kind. */
export function report(groups: readonly Group[]): string {
  const all = groups.flatMap(({ findings }) => findings);
  const count = (status: Finding['status']) => all.filter((one) => one.status === status).length;
  return [
    ...groups.flatMap(({ title, findings }) => [title, ...findings.flatMap(lines), '']),
    `${count('ok')} as they should be, ${count('mend')} to mend, ${count('unknown')} not known.`,
  ].join('\n');
}
