// @vitest-environment node
import { expect, test } from 'vitest';
import { createRequestLog, toLoggedRequest } from '../../../../scripts/bench/request-log.ts';

const address = 'http://localhost:1/_astro/a.js?x=1';

test.each([
  ['a page', { referer: 'http://localhost:1/home', 'sec-fetch-dest': 'script' }, false],
  ['an unknown sender', {}, false],
  ['the worker', { referer: 'http://localhost:1/worker.js' }, true],
  ['the browser, for the worker itself', { 'sec-fetch-dest': 'serviceworker' }, true],
])('a request by %s is told by its headers', (_who, headers, byWorker) => {
  expect(toLoggedRequest(new Request(address, { headers: new Headers(headers) }))).toEqual({
    path: '/_astro/a.js',
    byWorker,
  });
});

test('a request is logged, and answered as before', async () => {
  const line = createRequestLog();
  const answer = await line.watch(async () => new Response('yes'))(new Request(address));
  expect(await answer.text()).toBe('yes');
  expect(line.requests.map(({ path }) => path)).toEqual(['/_astro/a.js']);
});
