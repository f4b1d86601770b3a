/** What keeps persons out of what an operator is told of errors. */
import { codeIn } from '../../scripts/defences/code.ts';
import type { Defence } from './defence.ts';

const reports = codeIn('src/lib/domain/error-report.ts');
const sending = codeIn('src/scripts/report-errors.ts');
const config = codeIn('src/lib/read-config.ts');

const CLEANING = 'tests/unit/domain/error-report.test.ts';
const SENDING = 'tests/unit/pages/report-errors.test.ts';

export const errorReports: Defence[] = [
  {
    name: 'of a message the words of browsers alone',
    test: CLEANING,
    off: [reports.change('cleanMessage', 'WORDS.has(word)', 'true')],
  },
  {
    name: 'of what React says the number alone',
    test: CLEANING,
    off: [reports.change('cleanMessage', 'if (react) return react;', 'if (react) return message;')],
  },
  {
    name: 'a name of an error is a known one',
    test: CLEANING,
    off: [reports.change('errorReport', 'NAMES.some((known) => known.test(name))', 'true')],
  },
  {
    name: 'a code is a code',
    test: CLEANING,
    off: [reports.change('answerOf', 'CODE.test(code)', 'true')],
  },
  {
    name: 'a place is in a file of ours',
    test: CLEANING,
    off: [reports.change('ownPlace', 'BUILT_FILE.test(path) ? path : route', 'path')],
  },
  {
    name: 'files of others are not told',
    test: CLEANING,
    off: [reports.change('ownPlace', '!file.startsWith(ours)', 'false')],
  },
  {
    name: 'a page sends five at most',
    test: SENDING,
    off: [sending.change('report', 'sent.size >= MAX_REPORTS', 'false')],
  },
  {
    name: 'a page that is left sends nothing',
    test: SENDING,
    off: [sending.change('report', 'isLeft()', 'false')],
  },
  {
    name: 'nothing is sent over an open line',
    test: 'tests/unit/lib/read-config.test.ts',
    off: [config.change('readErrorReports', `webAddress('PUBLIC_ERRORS_URL', url).href`, 'url')],
  },
];
