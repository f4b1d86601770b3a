// @vitest-environment node
import { expect, test } from 'vitest';
import { isIll } from '../../../../scripts/doctor/examine.ts';
import { ok, toMend, unknown } from '../../../../scripts/doctor/finding.ts';
import { report } from '../../../../scripts/doctor/report.ts';

const well = {
  title: 'The backend',
  findings: [ok('clock', 'agrees'), unknown('mail', 'not seen')],
};
const ill = { title: 'The site', findings: [toMend('headers', 'none', 'See dist/_headers.')] };

test('every finding is a line, and what there is to mend stands below it', () => {
  expect(report([well, ill])).toBe(
    [
      'The backend',
      '  ✓ clock: agrees',
      '  ? mail: not seen',
      '',
      'The site',
      '  ✗ headers: none',
      '      → See dist/_headers.',
      '',
      '1 as they should be, 1 to mend, 1 not known.',
    ].join('\n'),
  );
});

test('what is not known is no reason to end with an error', () => {
  expect([isIll([well]), isIll([well, ill])]).toEqual([false, true]);
});
