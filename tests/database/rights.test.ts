import { beforeAll, expect, test } from 'vitest';
import { ana, ben, type DemoPerson, mario, tess } from '../../local-backend/people.ts';
import { anonymous, as, type Client, freshData, operator } from './as.ts';
import { KAPE_TAYO } from './counter.ts';

/** Who may do what (docs/product.md#who-may-do-what), from the point of view of Ana at Kape Tayo. */
const roles: Record<string, DemoPerson | null> = {
  'a signed-out visitor': null,
  'the customer': ana,
  'another customer': ben,
  'a member of the store': tess,
  'a member of another store': mario,
};

const actions = ['select', 'insert', 'update', 'delete', 'upsert'] as const;
type Action = (typeof actions)[number];

const tables = ['stores', 'store_members', 'rewards', 'events', 'stamps', 'redemptions'] as const;
type Table = (typeof tables)[number];

/**
 * `yes`: it happens. `none`: no error and no row, as row security hides them. `no`: an error.
 * One word for each role, in the order above.
 */
type Outcome = 'yes' | 'none' | 'no';

/** Nobody may do what is not named here. */
const rights: Record<Table, Partial<Record<Action, readonly Outcome[]>>> = {
  stores: { select: ['yes', 'yes', 'yes', 'yes', 'yes'] },
  store_members: { select: ['no', 'none', 'none', 'yes', 'none'] },
  rewards: {
    select: ['yes', 'yes', 'yes', 'yes', 'yes'],
    insert: ['no', 'no', 'no', 'yes', 'no'],
    update: ['no', 'none', 'none', 'yes', 'none'],
    delete: ['no', 'none', 'none', 'yes', 'none'],
  },
  events: { select: ['yes', 'yes', 'yes', 'yes', 'yes'] },
  stamps: { select: ['no', 'yes', 'none', 'yes', 'none'] },
  redemptions: { select: ['no', 'yes', 'none', 'yes', 'none'] },
};

/** A row of Ana's or of Kape Tayo's that exists, and one more like it. */
const samples: Record<Table, { existing: Record<string, string | number>; row: object }> = {
  stores: { existing: { id: KAPE_TAYO }, row: { name: 'A store of my own' } },
  store_members: {
    existing: { user_id: tess.id, store_id: KAPE_TAYO },
    row: { user_id: ana.id, store_id: KAPE_TAYO },
  },
  rewards: { existing: { id: 1 }, row: { title: 'Free coffee', store_id: KAPE_TAYO } },
  events: { existing: { id: 1 }, row: { name: 'My birthday' } },
  stamps: {
    existing: { id: 1 },
    row: { user_id: ana.id, store_id: KAPE_TAYO, store_name: 'Kape Tayo', stamp_count: 10 },
  },
  redemptions: {
    existing: { id: 100 },
    row: {
      user_id: ana.id,
      store_id: KAPE_TAYO,
      store_name: 'Kape Tayo',
      reward_title: 'Free kapeng barako',
      stamps_spent: 10,
    },
  },
};

const changes: Record<Table, object> = {
  stores: { suspended: true },
  store_members: { store_id: KAPE_TAYO },
  rewards: { title: 'Free for all' },
  events: { name: 'Canceled' },
  stamps: { stamp_count: 100 },
  redemptions: { notes: 'never happened' },
};

/** Every row of a table, as the operator sees it. */
async function content(table: Table): Promise<object[]> {
  const { data } = await operator.from(table).select().order('created_at').throwOnError();
  return data;
}

/** No right to it, or an id that only the database may choose. */
const REFUSALS = ['42501', '428C9'];

async function attempt(client: Client, table: Table, action: Action): Promise<Outcome> {
  const { existing, row } = samples[table];
  // The names of tables and columns come from the samples: types would say the same once more.
  const rows = client.from(table as 'stores');
  const added = row as { name: string };
  const replaced = { ...row, ...existing } as { name: string };
  const { data, error } = await {
    select: () => rows.select().match(existing),
    insert: () => rows.insert(added).select(),
    update: () => rows.update(changes[table]).match(existing).select(),
    delete: () => rows.delete().match(existing).select(),
    upsert: () => rows.upsert(replaced).select(),
  }[action]();
  if (error) {
    expect(REFUSALS, error.message).toContain(error.code);
    return 'no';
  }
  return data.length > 0 ? 'yes' : 'none';
}

async function prepare(): Promise<void> {
  await freshData();
  await operator
    .from('redemptions')
    .insert(samples.redemptions.row as never)
    .throwOnError();
  const mine = await operator.from('redemptions').select('id').eq('user_id', ana.id).single();
  samples.redemptions.existing = { id: mine.data?.id ?? 0 };
}

beforeAll(prepare);

test.each(tables)('who may do what with %s', async (table) => {
  for (const action of actions) {
    for (const [index, [role, person]] of Object.entries(roles).entries()) {
      const what = `${role}: ${action}`;
      const outcome = rights[table][action]?.[index] ?? 'no';
      const before = await content(table);
      const client = person ? await as(person) : anonymous;
      expect.soft(await attempt(client, table, action), what).toBe(outcome);
      const isChanged = JSON.stringify(await content(table)) !== JSON.stringify(before);
      expect.soft(isChanged, what).toBe(outcome === 'yes' && action !== 'select');
      if (isChanged) await prepare();
    }
  }
});
