/** What `npm run store` is asked to do, according to its arguments. The database checks their values. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { isDayKey } from '../../src/lib/domain/day.ts';
import { DEFAULT_STAMP_GOAL } from '../../src/lib/domain/limits.ts';
import { holdsSecretKey } from '../../src/lib/read-config.ts';
import { type StoreFacts, storeFacts } from './facts.ts';

export const USAGE = `npm run store -- create --name "Kape Tayo" --member owner@example.com
    [--address "…"] [--logo https://…]
    [--reward "Free coffee" --stamps 10 --from 2026-12-01 --until 2027-01-31 --photo https://…]
npm run store -- member --store 101 --add staff@example.com
npm run store -- member --store 101 --remove staff@example.com
npm run store -- reward --store 101 --reward "Free coffee" --stamps 10 [--from … --until … --photo …]
npm run store -- set --store 101 [--kind Café] [--place 14.64,121.06] [--phone "+63 2 8555 0101"]
    [--website https://…] [--zone Asia/Manila] [--hours "mon-fri 07:00-22:00, sat 18:00-02:00"]
    [--closed 2026-12-25,2027-01-01]    (none takes one away)
npm run store -- suspend --store 101
npm run store -- resume --store 101
npm run store -- sweep-photos
npm run store -- reminders [--new-keys]

A member is an email address, or the id of an account. Days are of UTC+8; both count.
The project is PUBLIC_SUPABASE_URL, or --url; its secret key is SUPABASE_SECRET_KEY, and no argument.
With neither it is the demo that npm start runs. More: docs/stores.md`;

export interface Reward {
  reward_title: string;
  stamps_needed: number;
  first_day: string | null;
  last_day: string | null;
  photo: string | null;
}

export interface NewStore {
  kind: 'create';
  name: string;
  member: string;
  address: string | null;
  logo: string | null;
  reward: Reward | null;
}

export type Task =
  | NewStore
  | { kind: 'add' | 'remove'; store: number; member: string }
  | { kind: 'reward'; store: number; reward: Reward }
  | { kind: 'set'; store: number; facts: StoreFacts }
  | { kind: 'suspend' | 'resume'; store: number }
  | { kind: 'sweep-photos' }
  | { kind: 'reminders'; replace: boolean };

const text = { type: 'string' } as const;
const REWARD = { reward: text, stamps: text, from: text, until: text, photo: text };
const FACTS = {
  ...{ kind: text, place: text, phone: text, website: text },
  ...{ zone: text, hours: text, closed: text },
};

const OPTIONS: Readonly<Record<string, ParseArgsOptionsConfig>> = {
  create: { name: text, member: text, address: text, logo: text, ...REWARD },
  member: { store: text, add: text, remove: text },
  reward: { store: text, ...REWARD },
  set: { store: text, ...FACTS },
  suspend: { store: text },
  resume: { store: text },
  'sweep-photos': {},
  reminders: { 'new-keys': { type: 'boolean' } },
};

type Values = Readonly<Record<string, unknown>>;

/** The task, and the address that --url gives; null asks for the usage. An error is a sentence. */
export function readArguments(
  args: readonly string[],
): { task: Task; url: string | undefined } | null {
  if (args.some(holdsSecretKey)) {
    throw new Error(
      'A secret key does not belong on the command line, where the shell keeps it and other programs ' +
        'see it. Make a new one in the project’s settings, and set it as SUPABASE_SECRET_KEY.',
    );
  }
  const [first = 'help', ...rest] = args;
  if (/^(--)?help$/.test(first)) return null;
  // Without a command it is a new store.
  const [command, own] = first.startsWith('-') ? ['create', args] : [first, rest];
  const options = OPTIONS[command];
  if (options === undefined) {
    throw new Error(`There is no "${command}", but ${Object.keys(OPTIONS).join(', ')}.`);
  }
  const values = valuesOf(own, { ...options, url: text });
  return { task: taskOf(command, values), url: optional(values, 'url') };
}

/** A place south of the equator or west of Greenwich begins like an option, and is the value of one. */
const withNegatives = (args: readonly string[]): string[] =>
  args.flatMap((arg, index) => {
    const isJoined = (at: number) => /^--[a-z-]+ -\d/.test(`${args[at]} ${args[at + 1]}`);
    if (isJoined(index)) return [`${arg}=${args[index + 1]}`];
    return isJoined(index - 1) ? [] : [arg];
  });

function valuesOf(args: readonly string[], options: ParseArgsOptionsConfig): Values {
  const { values, tokens } = parsed(args, options);
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice)
    throw new Error(`--${twice} is there twice: give it once, or run the command once for each.`);
  return values;
}

/** What Node's sentence does not say. A longitude that is apart from its latitude begins like an option. */
const HINTS = [
  [
    /^Un(expected argument|known option '-\d)/,
    ' Options come after npm run store --, and a value with spaces is in quotes.',
  ],
  [/ambiguous$/, ' A value that begins with a dash is written --option=value.'],
] as const;

function parsed(args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: withNegatives(args), options, tokens: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/);
    const [, how = ''] = HINTS.find(([about]) => about.test(sentence)) ?? [];
    throw new Error(`${sentence}.${how} Write npm run store -- help for what there is.`);
  }
}

function taskOf(command: string, values: Values): Task {
  switch (command) {
    case 'create':
      return {
        kind: 'create',
        name: needed(values, 'name', 'the name of the new store'),
        member: needed(values, 'member', 'the address of the first person who works there'),
        address: optional(values, 'address') ?? null,
        logo: optional(values, 'logo') ?? null,
        reward: rewardOf(values),
      };
    case 'member':
      return { ...memberOf(values), store: storeOf(values) };
    case 'reward': {
      needed(values, 'reward', 'what the customer gets');
      return { kind: 'reward', store: storeOf(values), reward: rewardOf(values) as Reward };
    }
    case 'set': {
      const given = Object.keys(FACTS).flatMap((name) => {
        const value = optional(values, name);
        return value === undefined ? [] : [[name, value] as const];
      });
      if (given.length === 0) {
        throw new Error(`Name what is set: --${Object.keys(FACTS).join(', --')}.`);
      }
      return { kind: 'set', store: storeOf(values), facts: storeFacts(given) };
    }
    case 'sweep-photos':
      return { kind: command };
    case 'reminders':
      return { kind: command, replace: values['new-keys'] === true };
    default:
      return { kind: command as 'suspend' | 'resume', store: storeOf(values) };
  }
}

function optional(values: Values, name: string): string | undefined {
  // A pasted address brings spaces that count as letters for the database, and not for the auth service.
  const value = (values[name] as string | undefined)?.trim();
  // Usually a shell variable that is not set.
  if (value === '') throw new Error(`--${name} is empty.`);
  return value;
}

function needed(values: Values, name: string, what: string): string {
  const value = optional(values, name);
  if (value === undefined) throw new Error(`--${name} is missing: ${what}.`);
  return value;
}

function storeOf(values: Values): number {
  const number = needed(
    values,
    'store',
    'the number of the store, as it was printed when it was made',
  );
  if (!/^[1-9]\d{0,14}$/.test(number)) {
    throw new Error(`--store must be the number of a store, but is "${number}".`);
  }
  return Number(number);
}

function memberOf(values: Values): { kind: 'add' | 'remove'; member: string } {
  const [add, remove] = [optional(values, 'add'), optional(values, 'remove')];
  if ((add === undefined) === (remove === undefined)) {
    throw new Error('Name one person, with either --add or --remove.');
  }
  return add === undefined
    ? { kind: 'remove', member: remove ?? '' }
    : { kind: 'add', member: add };
}

function rewardOf(values: Values): Reward | null {
  const title = optional(values, 'reward');
  if (title === undefined) {
    const lonely = Object.keys(REWARD).find((name) => values[name] !== undefined);
    if (lonely) throw new Error(`--${lonely} belongs to a reward: name it with --reward.`);
    return null;
  }
  return {
    reward_title: title,
    stamps_needed: stampsOf(values),
    first_day: dayOf(values, 'from'),
    last_day: dayOf(values, 'until'),
    photo: optional(values, 'photo') ?? null,
  };
}

function stampsOf(values: Values): number {
  const stamps = optional(values, 'stamps') ?? `${DEFAULT_STAMP_GOAL}`;
  if (!/^([1-9]\d?|100)$/.test(stamps)) {
    throw new Error(`--stamps must be a number from 1 to 100, but is "${stamps}".`);
  }
  return Number(stamps);
}

function dayOf(values: Values, name: string): string | null {
  const day = optional(values, name);
  if (day === undefined) return null;
  if (!isDayKey(day)) {
    throw new Error(`--${name} must be a day such as 2026-12-31, but is "${day}".`);
  }
  return day;
}
