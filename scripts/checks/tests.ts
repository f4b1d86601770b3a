/**
 * All tests run, once, without retries; a label that browser tests look for stands in one file; and no
 * file grows too long.
 */
import { readFile } from 'node:fs/promises';
import { asCommand, conclude, filesBelow } from '../command.ts';

const RULES: [RegExp, string][] = [
  [
    /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|fixme|todo|fails?|skipIf|runIf)\b/,
    'a test is left out, expected to fail, or runs alone',
  ],
  [/\bx(it|test|describe)\(/, 'a test is left out'],
  [/\.(skip|fixme)\(/, 'a test is left out'],
  [/\bwaitForTimeout\b|\bsleep\(|timers\/promises/, 'a sleep: wait for what is to happen'],
  [/setTimeout\(\s*(resolve|done|r)\b/, 'a sleep: wait for what is to happen'],
  [/\bretr(y|ies)\s*:\s*[1-9]/, 'a retry hides a failure'],
  [/\bexpect(\.soft)?\(\s*(true|false|null|undefined|\d+|'[^']*')\s*\)/, 'cannot fail'],
  [/\.toBeGreaterThanOrEqual\(\s*0\s*\)/, 'cannot fail for a count'],
  [/(?<![.\w])expect(\.soft)?\([^()]*\)\s*;/, 'expects nothing'],
  [/\|\|\s*true\b/, 'cannot fail'],
  [/\.catch\(\s*\(\)\s*=>\s*(\{\s*\}|undefined|null)\s*\)/, 'a failure is swallowed'],
];

const CODE = /\.(ts|tsx|mjs|astro|css|sql)$/;
const LIMITS = { tests: 400, sources: 300 };

export function testProblems(file: string, text: string): string[] {
  const problems = text
    .split('\n')
    .flatMap((line, index) =>
      RULES.filter(([pattern]) => pattern.test(line)).map(
        ([, reason]) => `${file}:${index + 1}: ${reason}: ${line.trim()}`,
      ),
    );
  const isTest = /\.(test|spec)\.tsx?$/.test(file);
  return isTest && !text.includes('expect') ? [...problems, `${file}: expects nothing`] : problems;
}

export function lengthProblem(file: string, text: string): string[] {
  const lines = text.split('\n').length - 1;
  const limit = file.startsWith('tests/') ? LIMITS.tests : LIMITS.sources;
  return lines > limit ? [`${file} has ${lines} lines; ${limit} is the limit.`] : [];
}

/** A locator whose label is written out, by role or otherwise: `button 'Log out'`. */
const LOCATOR =
  /\.getBy(?:Role\(\s*'(\w+)',\s*\{[^{}]*?\bname:|(Label|Placeholder|Title|AltText)\()\s*('[^'\n]+'|"[^"\n]+"|`[^`$]+`|\/[^/\n]+\/\w*)/g;

/** Labels that stand in more than one file of the browser tests, where a model should hold them. */
export function locatorProblems(files: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    for (const [, role, kind, label] of text.matchAll(LOCATOR)) {
      const locator = `${role ?? kind?.toLowerCase()} ${label}`;
      places.set(locator, (places.get(locator) ?? new Set()).add(file));
    }
  }
  return [...places]
    .filter(([, found]) => found.size > 1)
    .map(([locator, found]) => `${locator} stands in ${[...found].join(' and ')}: use one model.`);
}

await asCommand(import.meta.main, async () => {
  const folders = ['src', 'tests', 'scripts', 'local-backend'];
  const files = (await Promise.all(folders.map(filesBelow)))
    .flat()
    .filter((file) => CODE.test(file) && !file.endsWith('database.types.ts'));
  const problems: string[] = [];
  const browserTests = new Map<string, string>();
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    if (file.startsWith('tests/browser/')) browserTests.set(file, text);
    if (file.startsWith('tests/')) problems.push(...testProblems(file, text));
    problems.push(...lengthProblem(file, text));
  }
  problems.push(...locatorProblems(browserTests));
  const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file)).length;
  conclude(
    problems,
    `${tests} test files run in full; ${files.length} files keep to their length.`,
  );
});
