/** Whether the database has the migrations of this clone (docs/decisions/versions.md). */
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { askBackend, codeOf, described } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';
import { DB_PUSH } from './schemas.ts';

const WHAT = 'schema version';

/** The number of a migration: another text would count as older or newer all the same. */
const isVersion = (json: unknown): json is string =>
  typeof json === 'string' && /^\d{14}$/.test(json);

export async function checkVersion(context: Context): Promise<Finding[]> {
  const answer = await askBackend(context, '/rest/v1/rpc/schema_version');
  if (['PGRST202', '42883'].includes(codeOf(answer))) {
    return [toMend(WHAT, 'none: not from these migrations', `${DB_PUSH}.`)];
  }
  if (answer.status !== 200 || !isVersion(answer.json)) {
    return [unknown(WHAT, described(answer), `See ${dashboard(context, 'database/migrations')}`)];
  }
  const version = answer.json;
  if (version === SCHEMA_VERSION) return [ok(WHAT, version)];
  return version < SCHEMA_VERSION
    ? [toMend(WHAT, `${version}; this clone has ${SCHEMA_VERSION}`, `${DB_PUSH}.`)]
    : [
        toMend(
          WHAT,
          `${version}; this clone has ${SCHEMA_VERSION}`,
          'Build the site and the till from the newer release, put them online, and run its doctor.',
        ),
      ];
}
