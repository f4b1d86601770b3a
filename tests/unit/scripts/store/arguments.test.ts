// @vitest-environment node
import { expect, test } from 'vitest';
import { readArguments, USAGE } from '../../../../scripts/store/arguments.ts';

const NEW = ['create', '--name', 'Kape Tayo', '--member', 'owner@example.com'];
const noReward = { address: null, logo: null, reward: null };

test('a new store, with and without its word', () => {
  const task = { kind: 'create', name: 'Kape Tayo', member: 'owner@example.com', ...noReward };
  expect(readArguments(NEW)).toEqual({ task, url: undefined });
  expect(readArguments(NEW.slice(1))).toEqual({ task, url: undefined });
});

test('a new store with everything', () => {
  const more = '--address=Here --logo=https://a.co/l.png --url=https://abc.supabase.co';
  const reward =
    '--reward=Coffee --stamps=10 --from=2026-12-01 --until=2027-01-31 --photo=https://a.co/c.png';
  expect(readArguments([...NEW, ...more.split(' '), ...reward.split(' ')])).toEqual({
    task: {
      kind: 'create',
      name: 'Kape Tayo',
      member: 'owner@example.com',
      address: 'Here',
      logo: 'https://a.co/l.png',
      reward: {
        reward_title: 'Coffee',
        stamps_needed: 10,
        first_day: '2026-12-01',
        last_day: '2027-01-31',
        photo: 'https://a.co/c.png',
      },
    },
    url: 'https://abc.supabase.co',
  });
});

test.each([
  ['member --store 101 --add a@b.co', { kind: 'add', store: 101, member: 'a@b.co' }],
  ['member --store 101 --remove a@b.co', { kind: 'remove', store: 101, member: 'a@b.co' }],
  ['suspend --store 7', { kind: 'suspend', store: 7 }],
  ['resume --store 7', { kind: 'resume', store: 7 }],
  ['sweep-photos', { kind: 'sweep-photos' }],
])('%s', (line, task) => {
  expect(readArguments(line.split(' '))?.task).toEqual(task);
});

test('one more reward, of no set price and no days', () => {
  const asked = readArguments(['reward', '--store', '7', '--reward', 'Tea']);
  const unset = { stamps_needed: null, first_day: null, last_day: null, photo: null };
  const reward = { reward_title: 'Tea', ...unset };
  expect(asked?.task).toEqual({ kind: 'reward', store: 7, reward });
});

test('what was copied with spaces around it is taken without them', () => {
  const copied = ['member', '--store', ' 101', '--add', '\u00a0a@b.co\u00a0'];
  expect(readArguments(copied)?.task).toEqual({ kind: 'add', store: 101, member: 'a@b.co' });
});

test('nothing, or a call for help, gets the usage, in which every command stands', () => {
  for (const args of [[], ['help'], ['--help']]) expect(readArguments(args)).toBeNull();
  for (const command of ['create', 'member', 'reward', 'suspend', 'resume', 'sweep-photos']) {
    expect(USAGE).toContain(`npm run store -- ${command}`);
  }
});

const HELP = ' Write npm run store -- help for what there is.';

test.each([
  [
    'open --store 7',
    'There is no "open", but create, member, reward, suspend, resume, sweep-photos.',
  ],
  ['create --member a@b.co', '--name is missing: the name of the new store.'],
  ['create --name Tea', '--member is missing: the address of the first person who works there.'],
  ['create --name= --member a@b.co', '--name is empty.'],
  ['create --name Tea --member a@b.co --url=', '--url is empty.'],
  ['create --name Tea --store 7', `Unknown option '--store'.${HELP}`],
  ['create --name Tea more', `Unexpected argument 'more'.${HELP}`],
  ['create --name Tea owner@example.com', `Unexpected argument 'owner@example.com'.${HELP}`],
  ['create --name', `Option '--name <value>' argument missing.${HELP}`],
  ['create --name -x', `Option '--name' argument is ambiguous.${HELP}`],
  [
    'create --name Tea --member a@b.co --stamps 5',
    '--stamps belongs to a reward: name it with --reward.',
  ],
  ['create --name Tea --member a@b.co --reward= --stamps 5', '--reward is empty.'],
  ['reward --store 7', '--reward is missing: what the customer gets.'],
  ['reward --store 7 --reward Tea --stamps 0', '--stamps must be a number from 1 to 100'],
  ['reward --store 7 --reward Tea --stamps 101', '--stamps must be a number from 1 to 100'],
  ['reward --store 7 --reward Tea --stamps ten', 'but is "ten".'],
  ['reward --store 7 --reward Tea --from 31.12.2026', '--from must be a day such as 2026-12-31'],
  ['reward --store 7 --reward Tea --until 2026-02-30', 'but is "2026-02-30".'],
  ['suspend', '--store is missing: the number of the store'],
  ['suspend --store Kape', '--store must be the number of a store, but is "Kape".'],
  ['suspend --store 0', '--store must be the number of a store'],
  ['member --store 7', 'Name one person, with either --add or --remove.'],
  ['member --store 7 --add a@b.co --remove c@d.co', 'Name one person'],
  ['member --store 7 --add=', '--add is empty.'],
])('%s is refused with a sentence', (line, sentence) => {
  expect(() => readArguments(line.split(' '))).toThrow(sentence);
});

test.each([
  ['by itself', ['sb_secret_abc']],
  ['as an option', [...NEW, '--key', 'sb_secret_abc']],
  ['behind an equals sign', [...NEW, '--key=sb_secret_abc']],
  ['between quotes', [...NEW, '--key="sb_secret_abc"']],
])('a secret key %s is refused, and not repeated', (_how, args) => {
  const read = () => readArguments(args);
  expect(read).toThrow('A secret key does not belong on the command line');
  expect(read).not.toThrow('sb_secret_abc');
});
