/** What `npm start` and `npm run dev` read from the environment, and what both print. */
import type { BackendOptions } from '../../local-backend/options.ts';
import { customers } from '../../local-backend/people.ts';
import { readGuests } from '../../src/lib/read-config.ts';

const DEFAULT_PORT = 4321;

export function portFrom(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535, but is "${text}".`);
  }
  return port;
}

/** `memory` keeps nothing; anything else is a folder. */
export function dataDirFrom(text: string | undefined): string | undefined {
  return text === 'memory' ? undefined : text || '.data';
}

/** As hosted, this many people may start without an account in an hour, if the site is built to offer it. */
export async function backendOptions(): Promise<Partial<BackendOptions>> {
  // Loaded only here, since it loads the builder, which other commands do not need.
  const { readEnvironment } = await import('../build/settings.ts');
  const env = readEnvironment();
  // Otherwise the pages of a demo would read and write the data of a hosted project.
  if (env.PUBLIC_SUPABASE_URL?.trim()) {
    throw new Error(
      'PUBLIC_SUPABASE_URL is set: this command runs the local backend. Unset it, or remove it from .env.',
    );
  }
  return readGuests(env) ? { anonymousUsers: 30 } : {};
}

export function welcome(origin: string, dataDir: string | undefined): string {
  const width = Math.max(...customers.map(({ name }) => name.length)) + 2;
  const people = customers.map(({ name, story }) => `    ${name.padEnd(width)}${story}`);
  return [
    '',
    `  Stampcard         ${origin}`,
    `  Mailbox           ${origin}/local/mailbox   where the one-time codes arrive`,
    `  Store counter     ${origin}/local/counter   gives stamps and redeems rewards`,
    '',
    "  'Continue with Google' asks who you are. Be one of these, or somebody new:",
    ...people,
    '',
    dataDir === undefined
      ? '  Nothing is kept: STAMPCARD_DATA=memory.'
      : `  The data is kept in ${dataDir}; npm run db:reset starts over.`,
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
}

/** Ctrl-C or SIGTERM ends the process quietly after `close`. */
export function stopOnSignal(closeProduct: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await closeProduct();
      console.log('\nStopped.');
      process.exit(0);
    });
  }
}
