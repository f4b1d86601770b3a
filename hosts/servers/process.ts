/** A host that runs as a program of its own: started, waited for, and asked for each file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handler } from '../../scripts/server/static-site.ts';

export interface Program {
  handler: Handler;
  stop(): Promise<void>;
}

const TRIES = 150;

async function isUp(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}

/** Throws with what the program said where it ends, or never answers. */
export async function startProgram(
  command: string,
  args: readonly string[],
  port: number,
): Promise<Program> {
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  child.on('error', (error) => {
    output += error.message;
  });
  for (let tries = 0; !(await isUp(origin)); tries += 1) {
    if (child.exitCode !== null || tries === TRIES) throw new Error(`${command}: ${output}`);
    await wait(200);
  }
  return {
    handler: async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('accept-encoding', 'identity');
      headers.delete('host');
      return fetch(origin + pathname + search, {
        method: request.method,
        headers,
        redirect: 'manual',
      });
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
