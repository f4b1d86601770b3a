// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClientError, errorReport } from '../../../src/lib/domain/error-report.ts';

const page = {
  route: '/store',
  site: 'https://stampcard.example',
  release: '0.1.0',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
};
const OWN = 'https://stampcard.example/_astro/wallet.a-B_9.js';

const thrownAt = (error: object, stack = `at ${OWN}:1:2`) => Object.assign(error, { stack });
const reportOf = (thrown: unknown, kind: ClientError['kind'] = 'error') =>
  errorReport({ kind, thrown }, page);

test('an error report holds no text that a person could have entered, wherever it was', () => {
  const secret = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((text) => `Q${text}q`)
    .filter((text) => !/\s/.test(text));
  const around = fc.constantFrom('', ' ', '"', "'", '`', '\n', '://', '@', '=', '.', 'reading ');
  fc.assert(
    fc.property(secret, around, around, (text, before, after) => {
      const told = before + text + after;
      const thrown = { name: told, message: told, code: told, stack: `${told}\n at ${OWN}:1:2` };
      const report = JSON.stringify([
        reportOf(thrown),
        reportOf(told, 'rejection'),
        errorReport({ kind: 'error', thrown: told }, page),
      ]);
      expect(report).not.toContain(text);
      expect(report).not.toContain(JSON.stringify(text).slice(1, -1));
    }),
  );
});

describe('an error report', () => {
  const stack = [
    'TypeError: Cannot read properties of null',
    `    at Ana (${OWN}:1:2345)`,
    '    at async https://stampcard.example/store/7?reward=3&email=ana@example.com#top:12:5',
    '    at chrome-extension://abcdef/inject.js:1:1',
    '    at https://elsewhere.example/_astro/wallet.js:1:1',
    '    at https://stampcard.example/Ana/_astro/wallet.js:1:1',
    '    at https://stampcard.example.evil.example/_astro/wallet.js:1:1',
  ].join('\n');

  test('says where in our code the error was, on which route, in which engine and release', () => {
    const thrown = thrownAt(new TypeError('Cannot read properties of null'), stack);
    expect(reportOf(thrown)).toEqual({
      kind: 'error',
      name: 'TypeError',
      stack: ['/_astro/wallet.a-B_9.js:1:2345', '/store:12:5', '/store:1:1'],
      route: '/store',
      release: '0.1.0',
      engine: 'gecko',
      version: '131',
    });
  });

  test('reads the stacks of Firefox and Safari too', () => {
    const thrown = thrownAt(new Error('x'), `Ana@${OWN}:1:2345\n@${OWN}:1:99\nglobal code`);
    expect(reportOf(thrown)?.stack).toEqual([
      '/_astro/wallet.a-B_9.js:1:2345',
      '/_astro/wallet.a-B_9.js:1:99',
    ]);
  });

  test('has at most ten lines of a stack, and is not made if none of them is ours', () => {
    const elsewhere = 'at inject (chrome-extension://abcdef/inject.js:1:1)';
    expect(reportOf(thrownAt(new Error('x'), elsewhere))).toBeNull();
    const thrown = thrownAt(new Error('x'), `at ${OWN}:1:2\n`.repeat(50));
    expect(reportOf(thrown)?.stack).toHaveLength(10);
  });

  test('names only the site’s own files if the site is below a path of its host', () => {
    const site = 'https://stores.example/stampcard';
    const thrown = thrownAt(
      new Error('x'),
      `at ${site}/_astro/a.js:1:2\nat https://stores.example/other/_astro/a.js:1:2\nat ${site}/store/7:3:4`,
    );
    expect(errorReport({ kind: 'error', thrown }, { ...page, site })?.stack).toEqual([
      '/_astro/a.js:1:2',
      '/store:3:4',
    ]);
  });

  test('has the status and the code of a backend’s answer, not its words', () => {
    const answer = { name: 'DataError', message: 'Ana has no stamps.', status: 409, code: 'P0001' };
    const { message: _, ...told } = answer;
    expect(reportOf(thrownAt(answer), 'rejection')).toMatchObject({ kind: 'rejection', ...told });
  });

  test('has only names and codes that are known', () => {
    const told = (name: unknown) => reportOf(thrownAt({ name }))?.name;
    expect(told('QuotaExceededError')).toBe('QuotaExceededError');
    for (const name of ['AnaError', 'ana@example.com', ['Ana']]) expect(told(name)).toBe('Error');
    for (const code of ['MARIA', '09171234567', 'ana', 7]) {
      expect(reportOf(thrownAt({ code }))).not.toHaveProperty('code');
    }
  });

  test('has the number of a React error', () => {
    const message =
      'Minified React error #418; visit https://react.dev/errors/418?args[]=Ana for the';
    expect(reportOf(thrownAt({ message }))?.code).toBe('React #418');
    const other = thrownAt({ message: 'Minified React error #Ana; visit' });
    expect(reportOf(other)).not.toHaveProperty('code');
  });

  test('contains nothing of a rejected value, whether it is a text or an object', () => {
    const where = { route: '/store', release: '0.1.0', engine: 'gecko', version: '131' };
    for (const thrown of [
      'Ana is not valid',
      undefined,
      { message: { name: 'Ana' }, user: 'Ana' },
    ]) {
      const told = { kind: 'rejection', name: 'Error', stack: [], ...where };
      expect(reportOf(thrown, 'rejection')).toEqual(told);
    }
  });
});

test.each([
  ['', null],
  ['https://elsewhere.example/a.js', null],
  [OWN, ['/_astro/wallet.a-B_9.js:3:4']],
  ['https://stampcard.example/store/7?code=ana', ['/store:3:4']],
])('an error without a stack is reported with its place, if that is ours: “%s”', (file, stack) => {
  const place = { file, line: 3, column: 4 };
  const report = errorReport({ kind: 'error', thrown: null, place }, page);
  expect(report?.stack ?? null).toEqual(stack);
});

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_7_2 like Mac OS X) AppleWebKit/605.1.15';

test.each([
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0 Safari/537.36 EdgA/130', 'blink', '130'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/131.0.0.0 Safari/537.36', 'blink', '131'],
  [`${IPHONE} Version/17.4.1 Mobile/15E148 Safari/604.1`, 'webkit', '17.4'],
  [`${IPHONE} CriOS/130.0.0.0 Mobile/15E148 Safari/604.1`, 'webkit', '16.7'],
  ['Ana’s own browser', 'other', ''],
])('%s is %s %s', (userAgent, engine, version) => {
  const error = { kind: 'error', thrown: thrownAt(new Error('x')) } as const;
  expect(errorReport(error, { ...page, userAgent })).toMatchObject({ engine, version });
});
