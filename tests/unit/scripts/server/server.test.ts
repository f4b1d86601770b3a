// @vitest-environment node

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, serve } from '../../../../scripts/server/http-server.ts';
import { createStaticSite, type Handler } from '../../../../scripts/server/static-site.ts';

const running: RunningServer[] = [];

async function start(handler: Handler): Promise<string> {
  const server = await serve(handler, 0);
  running.push(server);
  return `http://127.0.0.1:${server.port}`;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

test('a body is sent while it is being made', async () => {
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

test('if the last port is busy, another one that exists is suggested', async () => {
  // Taken by this test, or already by another program.
  const first = await serve(async () => new Response('ok'), 65_535).catch(() => null);
  if (first) running.push(first);
  await expect(serve(async () => new Response('ok'), 65_535)).rejects.toThrow(
    'Port 65535 is in use by another program. Choose another one: PORT=4321 npm start',
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

describe('the Host header', () => {
  const path = async (request: Request) => new Response(new URL(request.url).pathname);

  test('the server accepts a name or an address as its host, with or without a port', async () => {
    const origin = await start(path);
    for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1:4321', '[::1]:4321', 'x']) {
      expect([host, await statusOf(origin, 'GET / HTTP/1.1', host)]).toEqual([host, 200]);
    }
  });

  test('the server refuses a host that would be read as another part of the address', async () => {
    const origin = await start(path);
    const hosts = [
      'localhost@evil.com',
      'localhost/x',
      'localhost?',
      '',
      'a\\b',
      'a b',
      '[::1',
      ':80',
    ];
    for (const host of hosts) {
      expect([host, await statusOf(origin, 'GET /page HTTP/1.1', host)]).toEqual([host, 400]);
    }
  });
});

describe('the site', () => {
  const FILES = {
    'index.html': 'splash',
    'home.html': 'home',
    'store.html': 'store shell',
    '404.html': 'nothing here',
    '_astro/app.js': 'let a = 1;',
    '_astro/font.woff2': 'font',
    _redirects: '/store/* /store 200',
    _headers: '/*\n  X-Frame: none\n/_astro/*\n  X-Asset: yes',
  };

  let folder: string;
  let site: Handler;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'));
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    site = await createStaticSite(folder);
  });

  afterAll(() => rm(folder, { recursive: true }));

  const ask = (path: string, init?: RequestInit) =>
    site(new Request(`http://site.test${path}`, init));

  test.each([
    ['/', 200, 'splash'],
    ['/home', 200, 'home'],
    ['/home.html', 200, 'home'],
    ['/store/7', 200, 'store shell'],
    ['/store/7/?reward=3', 200, 'store shell'],
    ['/store/caf%C3%A9', 200, 'store shell'],
    ['/nowhere', 404, 'nothing here'],
    ['/_redirects', 404, 'nothing here'],
    ['/_headers', 404, 'nothing here'],
    ['/..%2fpackage.json', 404, 'nothing here'],
    ['/%', 400, 'Bad request'],
  ])('the address %s answers %i', async (path, status, body) => {
    const response = await ask(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
  });

  test('an address that ends with a slash redirects to the one without', async () => {
    const response = await ask('/home/?a=1');
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('/home?a=1');
  });

  test('only reading is allowed', async () => {
    const response = await ask('/', { method: 'POST', body: 'x' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test('the rules of _headers apply to their paths', async () => {
    const page = await ask('/home');
    const asset = await ask('/_astro/app.js');
    expect([page.headers.get('x-frame'), page.headers.get('x-asset')]).toEqual(['none', null]);
    expect([asset.headers.get('x-frame'), asset.headers.get('x-asset')]).toEqual(['none', 'yes']);
  });
});
