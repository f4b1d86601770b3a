/** Before the tests of one engine: serves a copy of the built site that reports what goes wrong in it. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWorker } from '../../../scripts/build/worker.ts';
import { filesBelow } from '../../../scripts/command.ts';
import { ROOT, startScript } from '../../browser/support/own-product.ts';
import { COMPLAINTS, WITH_WORKER } from './engine.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    engine: 'webkit' | 'firefox';
    port: number;
  }
}

/**
 * Comes before the page's policy and its first script. It removes the worker, since otherwise each test
 * would begin by storing a megabyte; tests about the worker ask for it.
 */
const WATCH = `<script>(() => {
  const tell = (text) => navigator.sendBeacon('${COMPLAINTS}', location.pathname + ': ' + text);
  addEventListener('error', ({ message, filename, lineno, colno }) =>
    tell('uncaught: ' + [message, filename, lineno, colno].join(' ')));
  addEventListener('unhandledrejection', ({ reason }) => tell('unhandled: ' + reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    tell('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
  const error = console.error;
  console.error = (...args) => { tell('console: ' + args.join(' ')); error(...args); };
  if (localStorage.getItem('${WITH_WORKER}') === null) delete Navigator.prototype.serviceWorker;
})()</script>`;

const watched = (html: string) => html.replace(/<head[^>]*>/, (head) => head + WATCH);

async function copySite(folder: string): Promise<void> {
  await cp(join(ROOT, 'dist'), folder, { recursive: true });
  for (const file of (await filesBelow(folder)).filter((path) => path.endsWith('.html'))) {
    await writeFile(file, watched(await readFile(file, 'utf8')));
  }
  await buildWorker(folder);
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-engines-'));
  await copySite(folder);
  const server = 'tests/engines/support/server.ts';
  const { port, stop } = await startScript(server, { STAMPCARD_SITE: folder });
  project.provide('port', port);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}
