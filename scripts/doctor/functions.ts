/** Whether the functions are there, and whether a stranger is kept out of them. */
import type { Database } from '../../src/lib/data/database.types.ts';
import { type Answer, askBackend, codeOf, described, messageOf } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';
import { DB_PUSH, whereDefined } from './schemas.ts';

/** But for the one that has a check of its own (version.ts). */
type FunctionName = Exclude<keyof Database['public']['Functions'], 'schema_version'>;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Arguments of nobody's: PostgREST finds a function by their names. */
const ARGUMENTS: Readonly<Record<FunctionName, Readonly<Record<string, string>>>> = {
  add_store_member: { store_id: '0', member: '' },
  add_store_reward: { store_id: '0', title: '' },
  close_redemption: { opening_id: NOBODY },
  create_store: { name: '', member: '' },
  delete_account: {},
  give_stamp: { payload: '{}', store_id: '0', stamp_count: '0', invoice: '', request_id: NOBODY },
  known_about_me: {},
  move_guest_card: { secret: NOBODY },
  my_cards: {},
  my_data: { part: 'account' },
  open_redemption: { opening_id: NOBODY, reward_id: '0', stamp_ids: '{}', stamps_needed: '1' },
  prepare_guest_move: { secret: NOBODY },
  ready_rewards: {},
  redeem_reward: { payload: '{}', notes: '', request_id: NOBODY },
  refuse_ended_session: {},
  remove_store_member: { store_id: '0', member: '' },
  search_stores: { term: 'doctor' },
  stamp_days: { month_start: '2026-01-01' },
  stamps_held: {},
  till_log: { store_id: '0' },
  undo_stamp: { store_id: '0', stamp_id: '0', request_id: NOBODY },
  unused_photos: { at_most: '1' },
};

/** PostgREST asks it before each request, as whoever makes it. */
const FOR_EVERYBODY: readonly FunctionName[] = ['refuse_ended_session'];

type State = 'missing' | 'closed' | 'open' | 'unseen';

function stateOf(answer: Answer): State {
  const code = codeOf(answer);
  if (code === 'PGRST202' || code === '42883') return 'missing';
  if (code === '42501' && messageOf(answer).includes('for function')) return 'closed';
  // It answered, or stopped at something within it: at what it may not touch, or may not write now.
  const hasAnswered = answer.status === 204 || (answer.status === 200 && answer.json !== undefined);
  const isLetIn = hasAnswered || /^[0-9A-Z]{5}$/.test(code);
  return isLetIn ? 'open' : 'unseen';
}

/** By GET, in whose transaction nothing can be written, whoever is let in. */
async function look(context: Context, name: FunctionName) {
  const query = new URLSearchParams(ARGUMENTS[name]);
  const answer = await askBackend(context, `/rest/v1/rpc/${name}?${query}`);
  return { name, answer, state: stateOf(answer) };
}

/** All of them, in as many lines as there is something to say. */
export async function checkFunctions(context: Context): Promise<Finding[]> {
  const names = Object.keys(ARGUMENTS) as FunctionName[];
  const seen = await Promise.all(names.map((name) => look(context, name)));
  const isRight = ({ name, state }: (typeof seen)[number]) =>
    state === (FOR_EVERYBODY.includes(name) ? 'open' : 'closed');
  const right = seen.filter(isRight).map(({ name }) => name);
  const wrong = (state: State) => seen.filter((one) => one.state === state && !isRight(one));

  const missing = wrong('missing').map(({ name }) => name);
  const open = wrong('open').map(({ name }) => name);
  const closed = wrong('closed').map(({ name }) => name);
  const files = await Promise.all(missing.map((name) => whereDefined('function', name)));
  const sql = dashboard(context, 'sql/new');
  return [
    ...(right.length > 0
      ? [ok('functions', `${right.length} there, each for whom it is: ${right.join(', ')}`)]
      : []),
    ...(missing.length > 0
      ? [
          toMend(
            'missing functions',
            missing.join(', '),
            `See ${[...new Set(files)].join(', ')}: ${DB_PUSH}. If they are there, run \`notify pgrst, 'reload schema'\`: ${sql}`,
          ),
        ]
      : []),
    ...(open.length > 0
      ? [
          toMend(
            'functions open to a stranger',
            open.join(', '),
            `Run \`revoke execute on function public.${open[0]} from public, anon\`, for each: ${sql}. Who may call what stands in supabase/README.md.`,
          ),
        ]
      : []),
    ...(closed.length > 0
      ? [
          toMend(
            'functions closed to everybody',
            closed.join(', '),
            `Run \`grant execute on function public.${closed[0]} to anon, authenticated\`, for each: ${sql}`,
          ),
        ]
      : []),
    ...wrong('unseen').map(({ name, answer }) => unknown(`function ${name}`, described(answer))),
  ];
}
