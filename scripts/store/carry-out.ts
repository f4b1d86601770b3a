/** Does what `npm run store` is asked for, and says what was done, and what comes next. */

import { appDayKey } from '../../src/lib/domain/day.ts';
import { siteUrl } from '../../src/lib/read-config.ts';
import { newKeys } from '../../supabase/functions/notify/keys.ts';
import { ask as askAnyone } from '../doctor/ask.ts';
import type { NewStore, Reward, Task } from './arguments.ts';
import { factRefusal } from './facts.ts';
import { ANSWER_TIMEOUT_MS, ask, type Project, Refusal } from './project.ts';

/** Where people go: the till, and the customers' site; null where that is not known here. */
export interface Places {
  till: string | null;
  site: string | null;
}

/** What the operator's functions return, each of them a part (supabase/schemas). */
interface Answer {
  store_id: number;
  store_name: string;
  created: boolean;
  changed: boolean;
  member_id: string;
  members_left: number;
  reward_id: number | null;
}

type Of<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;

const call = async (project: Project, name: string, body: object) =>
  (await ask(project, `/rest/v1/rpc/${name}`, body)) as Answer;

const named = ({ store_id, store_name }: Pick<Answer, 'store_id' | 'store_name'>): string =>
  `${store_name} (store ${store_id})`;

/** What was done, one line each. What was not is an error. */
export async function carryOut(project: Project, task: Task, places: Places): Promise<string[]> {
  switch (task.kind) {
    case 'create':
      return createStore(project, task, places);
    case 'add':
      return addMember(project, task, places);
    case 'remove':
      return removeMember(project, task);
    case 'reward':
      return addReward(project, task);
    case 'suspend':
    case 'resume':
      return setSuspended(project, task);
    case 'set':
      return setFacts(project, task);
    case 'sweep-photos':
      return sweepPhotos(project);
    case 'reminders':
      return setUpReminders(project, places.site, task.replace);
  }
}

/** Makes an account for somebody who has none, if that is all that is missing, and asks again. */
async function withAccount(
  project: Project,
  member: string,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; isNewcomer: boolean }> {
  try {
    return { answer: await work(), isNewcomer: false };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'unknown_member') throw error;
  }
  const isNewcomer = await makeAccount(project, member);
  return { answer: await work(), isNewcomer };
}

/** Without a password, like everybody's. False if there is one already. */
async function makeAccount(project: Project, email: string): Promise<boolean> {
  try {
    await ask(project, '/auth/v1/admin/users', { email, email_confirm: true });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.reason === 'email_exists') return false;
    throw new Error(`${email} can't have an account: ${error.message}.`);
  }
}

async function createStore(project: Project, task: NewStore, places: Places): Promise<string[]> {
  const { name, member, address, logo, reward } = task;
  const store = { name, member, address, logo_url: logo, ...reward };
  const { answer, isNewcomer } = await withAccount(project, member, () =>
    call(project, 'create_store', store),
  );
  if (!answer.created) {
    return [`${named(answer)} is there already, just like this: nothing was changed.`];
  }
  return [
    `Made ${named(answer)}.`,
    worksThere(member, answer, isNewcomer),
    ...(reward ? [rewardText(reward, answer)] : []),
    ...nextSteps(places, answer),
  ];
}

const worksThere = (member: string, { member_id }: Answer, isNewcomer: boolean): string =>
  `${member} works there${isNewcomer ? ', with a new account' : ''} (${member_id}).`;

function rewardText(reward: Reward, { reward_id }: Answer): string {
  const { reward_title, stamps_needed, first_day, last_day } = reward;
  const price = stamps_needed === 1 ? '1 stamp' : `${stamps_needed} stamps`;
  const days = [first_day && `from ${first_day}`, last_day && `until ${last_day}`].filter(Boolean);
  const words = [`It gives "${reward_title}" for ${price}`, ...days].join(', ');
  const isOver = last_day !== null && last_day < appDayKey(Date.now());
  return `${words} (reward ${reward_id}).${isOver ? ' It is over: no customer sees it.' : ''}`;
}

function nextSteps({ till, site }: Places, { store_id }: Answer): string[] {
  return [
    '',
    `Next: the people who work there sign in at the till${till ? `, ${till},` : ''} by a code that comes by mail.`,
    ...(site ? [`Its page for customers: ${site}/store/${store_id}`] : []),
    `One more person: npm run store -- member --store ${store_id} --add their@address`,
  ];
}

async function addMember(
  project: Project,
  { store, member }: Of<'add' | 'remove'>,
  places: Places,
): Promise<string[]> {
  const { answer, isNewcomer } = await withAccount(project, member, () =>
    call(project, 'add_store_member', { store_id: store, member }),
  );
  if (!answer.changed) return [`${member} works at ${named(answer)} already: nothing was changed.`];
  return [
    `At ${named(answer)}:`,
    worksThere(member, answer, isNewcomer),
    ...nextSteps(places, answer),
  ];
}

async function removeMember(
  project: Project,
  { store, member }: Of<'add' | 'remove'>,
): Promise<string[]> {
  const answer = await call(project, 'remove_store_member', { store_id: store, member });
  return [
    answer.changed
      ? `${member} works at ${named(answer)} no more, from now on.`
      : `${member} does not work at ${named(answer)}: nothing was changed.`,
    ...(answer.members_left === 0 ? ['Nobody works there now: no stamps can be given.'] : []),
  ];
}

async function addReward(project: Project, { store, reward }: Of<'reward'>): Promise<string[]> {
  const { reward_title: title, ...rest } = reward;
  const answer = await call(project, 'add_store_reward', { store_id: store, title, ...rest });
  if (answer.changed) return [`At ${named(answer)}:`, rewardText(reward, answer)];
  const found = `${named(answer)} has just this reward already (reward ${answer.reward_id})`;
  return [`${found}: nothing was changed.`];
}

async function changeStore(project: Project, store: number, values: object) {
  const path = `/rest/v1/stores?id=eq.${store}&select=store_id:id,store_name:name`;
  const headers = { prefer: 'return=representation' };
  const [row] = (await ask(project, path, values, { method: 'PATCH', headers })) as Answer[];
  if (row === undefined) throw new Error(`There is no store ${store}.`);
  return row;
}

async function setFacts(project: Project, { store, facts }: Of<'set'>): Promise<string[]> {
  try {
    const found = await changeStore(project, store, facts);
    return [`Set at ${named(found)}: ${Object.keys(facts).join(', ')}.`];
  } catch (error) {
    throw error instanceof Refusal ? new Error(factRefusal(error.message)) : error;
  }
}

async function setSuspended(
  project: Project,
  { kind, store }: Of<'suspend' | 'resume'>,
): Promise<string[]> {
  const suspended = kind === 'suspend';
  const found = await changeStore(project, store, { suspended });
  if (!suspended) return [`${named(found)} takes part.`];
  return [
    `${named(found)} is suspended: nobody finds it, and its till gives and redeems nothing.`,
    'Its stamps and rewards are kept.',
    `To let it take part again: npm run store -- resume --store ${store}`,
  ];
}

/** Through the storage service: only it removes files, while SQL would remove their rows. */
async function sweepPhotos(project: Project): Promise<string[]> {
  const path = '/storage/v1/object/rewards';
  const removed = new Set<string>();
  for (;;) {
    const prefixes = namesOf(await ask(project, '/rest/v1/rpc/unused_photos', {}));
    const before = removed.size;
    if (prefixes.length > 0) {
      const gone = await ask(project, path, { prefixes }, { method: 'DELETE' });
      for (const name of namesOf(gone)) removed.add(name);
    }
    // None are left, or what is left can't be removed.
    if (removed.size === before) {
      const left = prefixes.length > 0 ? [`The storage keeps ${prefixes.join(', ')}.`] : [];
      return [`Photos removed, as nothing shows them any more: ${removed.size}.`, ...left];
    }
  }
}

const namesOf = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name);

interface Reminders {
  changed: boolean;
  is_scheduled: boolean;
  /** Given if the project can't call the function by itself. */
  call_secret: string | null;
}

/** Makes the keys of Web Push, and has the project send what is due every minute. */
export async function setUpReminders(
  project: Project,
  site: string | null,
  replace: boolean,
): Promise<string[]> {
  if (site === null) {
    throw new Error('SITE_URL is missing: a tap on a notification leads there.');
  }
  const function_url = `${project.url}/functions/v1/notify`;
  // A wrong one shows only in notifications that do not arrive, or lead nowhere.
  const settings = { ...(await newKeys()), function_url, site: siteUrl('SITE_URL', site) };
  const answer = (await ask(project, '/rest/v1/rpc/set_up_reminders', {
    settings,
    replace,
  })) as Reminders;
  // Without the key: it answers strangers, too. If it is missing, phones are turned on and told nothing.
  const context = { fetch: project.send, deadlineMs: ANSWER_TIMEOUT_MS };
  const sender = await askAnyone(context, function_url, { method: 'POST' });
  return [
    answer.changed
      ? `Reminders are set up, for ${site}.`
      : 'Reminders are set up already, just like this: nothing was changed.',
    ...(replace ? ['The keys are new: every phone has to be turned on again.'] : []),
    ...(sender.status === 404
      ? ['The function that sends them is not there: npx supabase functions deploy notify']
      : []),
    ...(answer.is_scheduled || project.isDemo
      ? []
      : [
          'The project can’t call its function by itself: turn on pg_cron and pg_net (Database → Extensions), and run this again. Or call it every minute from elsewhere:',
          `curl -X POST ${function_url} -H "Authorization: Bearer ${answer.call_secret}"`,
        ]),
  ];
}
