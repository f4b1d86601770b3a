/** What the client asks of the database: each read of its data modules, as the local backend passes it on. */
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { createBackend } from '../../../local-backend/create.ts';
import type { Sample } from './samples.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

export interface Asked {
  caller: string | null;
  statements: Statement[];
}

const SECRET = 'of no project, for a server that is gone in a minute';
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** As the auth service makes it, for an hour. */
function sessionOf(id: string) {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: id, role: 'authenticated', aud: 'authenticated', exp: expires_at };
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`;
  const signature = createHmac('sha256', SECRET).update(signed).digest('base64url');
  const access_token = `${signed}.${signature}`;
  return { access_token, refresh_token: '-', expires_at, user: { id } };
}

/** The statement that answers a request; those around it read settings, the catalog and the person. */
const ANSWERS = /^select .* from (public\.\w+\(|"\w+"( |$))/;

/** Each read as the statements the local backend turns it into, sample by sample. */
export async function statementsOf(
  postgresUrl: string,
  samples: readonly Sample[],
): Promise<Map<string, Asked[]>> {
  let sent: Statement[][] = [];
  const failures: string[] = [];
  const backend = await createBackend({
    ...{ origin: 'http://localhost:4331', postgresUrl, seed: false, jwtSecret: SECRET },
    onStatement: (text, values) => {
      if (ANSWERS.test(text)) sent.at(-1)?.push({ text, values });
    },
  });
  const file = fileURLToPath(new URL('reads.ts', import.meta.url));
  // Not `runnerImport`, which ends with the import: the client is loaded with the first request.
  const vite = await createServer({
    ...{ configFile: false, appType: 'custom' },
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const reads = (await vite.ssrLoadModule(file)) as typeof import('./reads.ts');
  let session: object | null = null;
  reads.use(
    async (input, init) => {
      sent.push([]);
      const answer = await backend.fetch(new Request(input, init));
      if (!answer?.ok) failures.push(`${input}: ${answer?.status} ${await answer?.text()}`);
      return answer ?? Response.error();
    },
    () => session,
  );
  const all = new Map<string, Asked[]>();
  for (const { as, which = 0, asks } of reads.READS) {
    for (const [name, ask] of Object.entries(asks)) {
      all.set(name, []);
      for (const sample of samples) {
        const caller = as && sample[as];
        session = caller === null ? null : sessionOf(caller);
        sent = [];
        // Some reads fail if nothing is found: what they asked is measured anyway.
        await Promise.allSettled([ask(sample, caller ?? '')]);
        const statements = sent[which] ?? [];
        if (statements.length === 0) failures.push(`${name}: nothing was asked.`);
        all.get(name)?.push({ caller, statements });
      }
    }
  }
  await Promise.all([backend.close(), vite.close()]);
  if (failures.length > 0) throw new Error([...new Set(failures)].join('\n'));
  return all;
}
