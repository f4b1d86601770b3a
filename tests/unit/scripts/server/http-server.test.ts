// @vitest-environment node
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type RunningServer, serve } from '../../../../scripts/server/http-server.ts';
import type { Handler } from '../../../../scripts/server/static-site.ts';

const running: RunningServer[] = [];

async function start(handler: Handler): Promise<string> {
  const server = await serve(handler, 0);
  running.push(server);
  return `http://127.0.0.1:${server.port}`;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

test('a body is sent while it is made', async () => {
  let more: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = controller;
      controller.enqueue(new TextEncoder().encode('first'));
    },
  });
  const origin = await start(async () => new Response(body));
  const reader = (await fetch(origin)).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  more?.enqueue(new TextEncoder().encode('second'));
  more?.close();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second');
});

test('a busy port is reported in one sentence', async () => {
  const origin = await start(async () => new Response('ok'));
  const { port } = new URL(origin);
  await expect(serve(async () => new Response('ok'), Number(port))).rejects.toThrow(
    `Port ${port} is in use by another program.`,
  );
});

/** The status of the answer to a request that `fetch` would not send. */
async function statusOf(origin: string, line: string, host: string): Promise<number> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return Number(/^HTTP\/1\.1 (\d+) /.exec(text)?.[1]);
}

test.each(['GET * HTTP/1.1', 'TRACE / HTTP/1.1'])('the request %s is refused', async (line) => {
  const origin = await start(async () => new Response('ok'));
  expect(await statusOf(origin, line, 'x')).toBe(400);
});

describe('the name under which the server is asked', () => {
  const path = async (request: Request) => new Response(new URL(request.url).pathname);

  test.each(['localhost', 'LOCALHOST:80', '127.0.0.1:4321', '[::1]:4321', 'a_b.example.', 'x'])(
    'the server is reached as %s',
    async (host) => {
      expect(await statusOf(await start(path), 'GET / HTTP/1.1', host)).toBe(200);
    },
  );

  test.each([
    'localhost@evil.com',
    'localhost/x',
    'localhost?',
    'localhost#',
    '',
    'a\\b',
    'a b',
    '[::1',
    ':80',
  ])('the server refuses the host %j', async (host) => {
    expect(await statusOf(await start(path), 'GET /page HTTP/1.1', host)).toBe(400);
  });
});
