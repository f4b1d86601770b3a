/** Programs that a test starts and ends by itself: a server that is gone is really gone. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '../../..');

export interface Running {
  port: number;
  /** Ends when the process has. */
  stop(): Promise<void>;
}

/** Does nothing if the process has ended already. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Starts one of our scripts and waits until it says where it is. */
export async function startScript(script: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const child = spawn(process.execPath, [join(ROOT, script)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    const [, port] = /http:\/\/localhost:(\d+)/.exec(line) ?? [];
    if (port === undefined) continue;
    // Nobody reads the rest of the output, which must not fill the pipe.
    child.stdout.resume();
    return { port: Number(port), stop: () => endProcess(child) };
  }
  throw new Error(`${script} ended without saying where it is: ${output}`);
}

/**
 * Lets the tests of a file visit a product that only they use, on any free port.
 *
 * @returns a function that ends it
 */
export async function visitProduct(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const product = await startScript('tests/browser/support/server.ts', env);
  const usual = process.env.STAMPCARD_PORT;
  process.env.STAMPCARD_PORT = String(product.port);
  return async () => {
    process.env.STAMPCARD_PORT = usual;
    await product.stop();
  };
}

/** Builds the site with other settings. */
export const buildSite = (folder: string, settings: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, ['scripts/build.ts', folder], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
  });
