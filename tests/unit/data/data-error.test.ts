// @vitest-environment node
import { expect, test } from 'vitest';
import { DataError, dataError, requireId, toDataError } from '../../../src/lib/data/data-error.ts';

const FALLBACK = 'Unable to load store.';

test.each([
  ['of the backend', { message: 'Closed.' }, 400, 'Closed.'],
  ['of the backend, trimmed', { message: '  Closed.\n' }, 400, 'Closed.'],
  ['of the backend when it stumbled', { message: 'Out of memory.' }, 500, 'Out of memory.'],
  ['as long as can be', { message: 'x'.repeat(300) }, 400, 'x'.repeat(300)],
  ['too long for a person', { message: 'x'.repeat(301) }, 400, FALLBACK],
  ['none', {}, 400, FALLBACK],
  ['blank', { message: ' ' }, 400, FALLBACK],
  ['an empty object in words', { message: '{}' }, 502, FALLBACK],
  ['a number', { message: 42 }, 400, FALLBACK],
  ['an object', { message: { text: 'Closed.' } }, 400, FALLBACK],
  ['of the client library, without an answer', { message: 'TypeError: fetch' }, 0, FALLBACK],
  ['with an answer that is none', { message: 'Unexpected token <' }, 200, FALLBACK],
])('a DataError has the right text for a message %s', (_, failure, status, text) => {
  expect(dataError(failure, FALLBACK, status).message).toBe(text);
});

test.each([
  [{ status: 429 }, undefined, 429],
  [{ status: 429 }, 400, 400],
  [{ status: 429 }, 0, 429],
  [{ status: 'many' }, undefined, 0],
  [{}, undefined, 0],
])('the status of %j in a reply with %j is %d', (failure, ofReply, status) => {
  expect(dataError(failure, FALLBACK, ofReply).status).toBe(status);
});

test.each([
  [{ code: 'PGRST103' }, 'PGRST103'],
  [{ code: 42 }, null],
  [{}, null],
])('the code of %j is %j', (failure, code) => {
  expect(dataError(failure, FALLBACK, 400).code).toBe(code);
});

test.each([
  [0, true],
  [200, true],
  [400, false],
  [401, false],
  [404, false],
  [408, true],
  [416, false],
  [429, true],
  [499, false],
  [500, true],
  [503, true],
])('asking again after %d may help: %s', (status, retryable) => {
  expect(new DataError(FALLBACK, status).retryable).toBe(retryable);
});

test.each([[new TypeError('x is undefined')], ['thrown text'], [undefined], [{ message: 'Hi' }]])(
  'an exception of another kind reads as the fallback: %s',
  (thrown) => {
    expect(toDataError(thrown, FALLBACK)).toMatchObject({ message: FALLBACK, status: 0 });
  },
);

test('an error that has its text keeps it', () => {
  const error = new DataError('Closed.', 400);
  expect(toDataError(error, FALLBACK)).toBe(error);
});

test('a call that names an id needs one', () => {
  expect(() => requireId(' ', 'Missing store id.')).toThrow('Missing store id.');
  expect(() => requireId('0', 'Missing store id.')).not.toThrow();
});
