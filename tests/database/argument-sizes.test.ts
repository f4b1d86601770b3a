/** What one call can cost the database: every argument's size is looked at before anything else. */
import { beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { SERVICE_KEY } from '../keys.ts';
import { tess } from '../people.ts';
import { backend, freshData, send, tokenOf } from './as.ts';

interface Exposed {
  name: string;
  names: string[];
  types: string[];
  /** Of the secret key alone. */
  is_operators: boolean;
}

const A_THOUSANDFOLD: Record<string, unknown> = {
  text: 'x'.repeat(1_000_000),
  jsonb: { display_name: 'x'.repeat(1_000_000) },
  'bigint[]': Array.from({ length: 100_000 }, (_, at) => at + 1),
};
const SMALL: Record<string, unknown> = {
  text: 'x',
  jsonb: {},
  'bigint[]': [1],
  bigint: 1,
  integer: 1,
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-11-01',
  'timestamp with time zone': '2026-11-01T00:00:00Z',
};

let exposed: Exposed[];

beforeAll(async () => {
  await freshData();
  const { query } = await backend();
  exposed = await query<Exposed>(`
    select p.proname as name, p.proargnames[1:p.pronargs] as names,
        array(select format_type(t, null) from unnest(p.proargtypes::oid[]) as t) as types,
        not has_function_privilege('authenticated', p.oid, 'execute') as is_operators
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.pronargs > 0
        and p.prorettype <> 'trigger'::regtype`);
});

async function call({ name, is_operators }: Exposed, args: object) {
  const key = is_operators ? SERVICE_KEY : LOCAL_ANON_KEY;
  const token = is_operators ? SERVICE_KEY : await tokenOf(tess);
  const response = await send(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  return { status: response.status, said: await response.json() };
}

describe('an argument a thousand times as large as any that is needed', () => {
  test('is refused by every function that takes one without an end', async () => {
    const tried: string[] = [];
    for (const one of exposed) {
      for (const [at, type] of one.types.entries()) {
        if (!(type in A_THOUSANDFOLD)) continue;
        const args = Object.fromEntries(
          one.names.map((name, place) => [
            name,
            place === at ? A_THOUSANDFOLD[type] : SMALL[one.types[place] ?? ''],
          ]),
        );
        tried.push(`${one.name}.${one.names[at]}`);
        expect.soft(await call(one, args), tried.at(-1)).toMatchObject({
          status: 413,
          said: { details: 'too_large' },
        });
      }
    }
    expect(tried).toContain('search_stores.term');
    expect(tried).toContain('open_redemption.stamp_ids');
    expect(tried).toContain('stamps_held.store_ids');
    expect(tried).toContain('redeem_reward.payload');
  });
});
