/** Everything that Stampcard and the tests make in a project; nothing else may be emptied. */
import { readdir, readFile } from 'node:fs/promises';

const SUPABASE = new URL('../../supabase/', import.meta.url);

/** The tables of our schema: `public.stores`. */
export async function ownTables(): Promise<string[]> {
  const folder = new URL('schemas/', SUPABASE);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.flatMap((sql) =>
    [...sql.matchAll(/^create table ((?:public|private)\.\w+)/gm)].map(([, name]) => name ?? ''),
  );
}

export const readSeed = () => readFile(new URL('seed.sql', SUPABASE), 'utf8');

export const BUCKET = 'rewards';

/** The site of the tests. */
export const SITE = 'http://localhost:4331';

/** Removes the settings of reminders from the Vault, and their job if `pg_cron` is on. */
export const FORGET_REMINDERS = `
  do $$ begin
    if to_regclass('vault.secrets') is not null then
      delete from vault.secrets where name = 'stampcard_reminders';
    end if;
    if to_regclass('cron.job') is not null then
      perform cron.unschedule(jobid) from cron.job where jobname = 'stampcard_reminders';
    end if;
  end $$;`;

/** Domains for tests and documents, which nobody owns (RFC 2606), for JavaScript and for PostgreSQL. */
export const NOBODYS = '[@.](example\\.(com|net|org)|example|test|invalid)$';

/** The mark of a run is a comment on this index of ours, which otherwise has none. */
const MARKED = 'public.stores_by_name';
export const READ_MARK = `obj_description('${MARKED}'::regclass, 'pg_class')`;
const PREFIX = 'test:contract may empty this project: ';

export const markOf = (id: string): string => PREFIX + id;

/** The mark, or null to remove it. */
export const writeMark = (id: string | null): string =>
  `comment on index ${MARKED} is ${id === null ? 'null' : `'${markOf(id)}'`}`;

export const isMark = (comment: string | null): boolean => comment?.startsWith(PREFIX) ?? false;

/** Fails within the transaction that empties the project if the project is not only this run's. */
export const refuseUnlessMarked = (id: string): string => `
  do $$ begin
    if ${READ_MARK} is distinct from '${markOf(id)}' then
      raise exception 'The project does not bear the mark of this run. Nothing was removed.';
    end if;
    if exists (select from auth.users
        where not coalesce(is_anonymous, false) and not coalesce(email ~* '${NOBODYS}', false)) then
      raise exception 'Somebody whom no test made has come to the project. Nothing was removed.';
    end if;
  end $$;`;
