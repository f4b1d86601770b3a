import { App, setExperimental } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { createMailbox } from '../../local-backend/mailbox.ts';
import { createFiles } from '../../local-backend/shims/files.ts';
import { ORIGIN } from '../database/as.ts';

/** The embedded backend by itself, without a shim. */
async function startBare() {
  const mailbox = createMailbox();
  const connection = await createPgliteConnection();
  setExperimental('storage', true);
  const app = new App({
    connection,
    auth: {
      enabled: true,
      site_url: ORIGIN,
      jwt_secret: 'a-secret-of-the-bare-backend-only',
      publishable_key: LOCAL_ANON_KEY,
      external: { google: { enabled: true, client_id: 'local', secret: 'local' } },
    },
    storage: { enabled: true },
    options: { drivers: { email: mailbox } },
  });
  app._storageAdapter = createFiles(undefined);
  await app.ensureSystemSchema();
  await connection.driver.exec(TABLES);
  return { app, connection, mailbox };
}

const TABLES = `
  set timezone to 'UTC';
  create role anon; create role authenticated; create role service_role;
  create table public.notes (
    id int primary key,
    content text
  );
  grant select on public.notes to anon;
  insert into storage.buckets (id, name, public) values ('open', 'open', true);
  create policy "All roles upload" on storage.objects using (true) with check (true);
  insert into public.notes values (1, 'first');`;

let started: ReturnType<typeof startBare> | undefined;

/** Started by the first test that asks for it. */
export function bareBackend(): ReturnType<typeof startBare> {
  started ??= startBare();
  return started;
}

export const HEADERS = { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' };

export const askBare = async (request: Request): Promise<Response> =>
  (await bareBackend()).app.fetch(request);

export const read = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  askBare(new Request(new URL(path, ORIGIN), { headers: { ...HEADERS, ...headers } }));
