import { mkdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { App, setExperimental } from '@supabase/lite';
import { type Database, openDatabase } from './database.ts';
import { createFront } from './front.ts';
import { LOCAL_ANON_KEY } from './keys.ts';
import { createMailbox, type Mail } from './mailbox.ts';
import { createSeedDay, deleteAll, migrate, seedStores } from './migrate.ts';
import type { BackendOptions } from './options.ts';
import { seedPeople } from './people.ts';
import { createPushService } from './push-service.ts';
import { createRealtime } from './realtime.ts';
import { setUpReminders } from './reminders.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { answerForGoogle } from './shims/google.ts';
import { createSigningKeys } from './shims/signing-keys.ts';
import { answerSqlErrorsAsHosted, HOSTED_ROLES, leaveGrantsAlone } from './shims/sql.ts';
import { createFiles, noteRefusedUploads } from './shims/storage.ts';
import { askBeforeRequests } from './shims/tables.ts';
import { REALTIME_SCHEMA, VAULT_SCHEMA } from './stand-in-schemas.ts';

export interface Backend {
  /** Answers the paths of addresses.ts; null for every other path. */
  fetch(request: Request): Promise<Response | null>;
  /** Answers /realtime/v1/websocket; false for every other path, and for clients it turns away. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** The mails to an address, oldest first. */
  mail(to: string): Mail[];
  /** Empties all tables and seeds them again. */
  reset(): Promise<void>;
  /** Queries the database without row security, always in the same session, for tests. */
  query: Database['query'];
  close(): Promise<void>;
}

/** The whole backend as an object: database, sign-in, tables, files, and the local stand-ins. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  if (options.dataDir) {
    await mkdir(options.dataDir, { recursive: true });
  }
  const database = await openDatabase(options);
  try {
    return await buildBackend(options, database);
  } catch (error) {
    await database.connection.close();
    throw error;
  }
}

async function buildBackend(options: BackendOptions, database: Database): Promise<Backend> {
  leaveGrantsAlone(database.connection);
  answerSqlErrorsAsHosted(database.connection);
  noteRefusedUploads(database.connection);
  answerForGoogle();

  const mailbox = createMailbox();
  const pushService = createPushService();
  const files = createFiles(options.dataDir && join(options.dataDir, 'files'));
  const secrets = await openSecrets(options);
  const app = await createApp(options, secrets, database, mailbox, files);
  await database.script(HOSTED_ROLES + REALTIME_SCHEMA + VAULT_SCHEMA);
  if (options.schema === undefined) {
    await migrate(database);
    await setUpReminders(database, options);
  } else {
    await database.script(await readFile(options.schema, 'utf8'));
  }
  const preRequest = await askBeforeRequests(database);

  const seedDay = createSeedDay(database, options.dataDir);
  const seed = async () => {
    await seedStores(database);
    await seedPeople(database);
    await seedDay.note();
  };
  const shouldSeed = options.schema === undefined && (options.seed ?? true);
  if (shouldSeed) {
    await ((await isEmpty(database)) ? seed() : seedDay.move());
  }

  const reset = async () => {
    await deleteAll(database);
    await files.clear();
    mailbox.clear();
    pushService.clear();
    if (shouldSeed) {
      await seed();
    }
  };
  const front = createFront({
    ...{ app, database, mailbox, pushService, reset, preRequest, seedDay },
    ...options,
    ...secrets,
  });
  const realtime = await createRealtime({
    jwtSecret: secrets.jwtSecret,
    keys: new Map([
      [LOCAL_ANON_KEY, 'anon'],
      [secrets.serviceKey, 'service_role'],
    ]),
    asSigned: createSigningKeys(secrets.signingKey, secrets.jwtSecret).asOfLite,
    listen: database.listen,
    query: front.query,
  });
  return {
    fetch: front.fetch,
    upgrade(request, socket, head) {
      const isOurs = front.isSocketOfOurs(request);
      if (isOurs) realtime.connect(request, socket, head);
      return isOurs;
    },
    mail: mailbox.to,
    reset: front.reset,
    query: front.query,
    close() {
      realtime.close();
      return database.connection.close();
    },
  };
}

async function createApp(
  options: BackendOptions,
  { jwtSecret, serviceKey }: Secrets,
  database: Database,
  mailbox: ReturnType<typeof createMailbox>,
  files: ReturnType<typeof createFiles>,
): Promise<App> {
  setExperimental('storage', true);
  // Everyone signs in by code, and lite gives each new account a random password. To hash it as carefully
  // as a chosen one would block this process for 100 ms.
  process.env.LITE_AUTH_BCRYPT_COST ??= '4';
  const app = new App({
    connection: database.connection,
    api: {
      schemas: ['public'],
      external_url: options.origin,
      // Without it, a delete without a filter would remove all rewards of a store.
      pg_safe_update: true,
      max_rows: 1000,
    },
    auth: {
      enabled: true,
      site_url: options.origin,
      additional_redirect_urls: [`${options.origin}/**`],
      jwt_secret: jwtSecret,
      jwt_expiry: 3600,
      publishable_key: LOCAL_ANON_KEY,
      secret_key: serviceKey,
      // An address must be confirmed first, so that it cannot be claimed with a password.
      email: { otp_length: 6, otp_expiry: 600, enable_confirmations: true },
      external: { google: { enabled: true, client_id: 'local', secret: 'local' } },
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    options: { drivers: { email: mailbox } },
  });
  app._storageAdapter = files;
  await withoutAnnouncement(() => app.ensureSystemSchema());
  return app;
}

async function isEmpty(database: Database): Promise<boolean> {
  const [row] = await database.query<{ empty: boolean }>(
    'select not exists (select from public.stores) as empty',
  );
  return row?.empty ?? true;
}

/**
 * Shim: an announcement. lite warns at startup that its storage is experimental, which a user of
 * the demo cannot change. Every other warning is printed.
 */
async function withoutAnnouncement<Result>(work: () => Promise<Result>): Promise<Result> {
  const { warn } = console;
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).startsWith('EXPERIMENTAL FEATURES ENABLED')) {
      warn(...args);
    }
  };
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
