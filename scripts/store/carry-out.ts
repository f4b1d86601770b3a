/** Does what `npm run store` is asked for, and says what was done, and what comes next. */

import type { NewStore, Reward, Task } from './arguments.ts';
import { factRefusal, type StoreFacts } from './facts.ts';
import { ask, noProject, type Project, Refusal } from './project.ts';
import { setUpReminders } from './set-up-reminders.ts';

/** Where people go: the till, and the customers' site; null where that is not known here. */
export interface Places {
  till: string | null;
  site: string | null;
}

interface Answer {
  store_id: number;
  store_name: string;
}
type Changed = Answer & { changed: boolean };

/** What is no answer about a store comes from something else than a project. */
function ofStore<Found extends Answer>({ url }: Project, json: unknown): Found {
  const { store_id, store_name } = (json ?? {}) as Partial<Answer>;
  if (typeof store_id !== 'number' || typeof store_name !== 'string') throw noProject(url, 200);
  return json as Found;
}

const call = async <Found extends Answer>(project: Project, name: string, body: object) =>
  ofStore<Found>(project, await ask(project, `/rest/v1/rpc/${name}`, body));

const named = ({ store_id, store_name }: Answer): string => `${store_name} (store ${store_id})`;

/** What was done, a line each. An error is what was not. */
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

/** Makes an account for somebody who has none, once that is all that is missing, and asks again. */
async function withAccount<Found>(
  project: Project,
  member: string,
  work: () => Promise<Found>,
): Promise<{ answer: Found; isNewcomer: boolean }> {
  try {
    return { answer: await work(), isNewcomer: false };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'unknown_member') throw error;
  }
  const isNewcomer = await makeAccount(project, member.trim());
  return { answer: await work(), isNewcomer };
}

/** Without a password, as everybody's. False where there is one already. */
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
  const { answer, isNewcomer } = await withAccount(project, member, () =>
    call<Answer & { created: boolean; member_id: string; reward_id: number | null }>(
      project,
      'create_store',
      { name, member, address, logo_url: logo, ...reward },
    ),
  );
  if (!answer.created) {
    return [`${named(answer)} is there already, just like this: nothing was changed.`];
  }
  return [
    `Made ${named(answer)}.`,
    worksThere(member, answer.member_id, isNewcomer),
    ...(reward ? [`${rewardText(reward)} (reward ${answer.reward_id}).`] : []),
    ...nextSteps(places, answer.store_id),
  ];
}

const worksThere = (member: string, id: string, isNewcomer: boolean): string =>
  `${member} works there${isNewcomer ? ', with a new account' : ''} (${id}).`;

function rewardText({ reward_title, stamps_needed, first_day, last_day }: Reward): string {
  const price = stamps_needed === 1 ? '1 stamp' : `${stamps_needed ?? 10} stamps`;
  const days = [first_day && `from ${first_day}`, last_day && `until ${last_day}`].filter(Boolean);
  return [`It gives "${reward_title.trim()}" for ${price}`, ...days].join(', ');
}

function nextSteps({ till, site }: Places, store: number): string[] {
  return [
    '',
    `Next: whoever works there signs in at the till${till ? `, ${till},` : ''} by a code that comes by mail.`,
    ...(site ? [`Its page for customers: ${site}/store/${store}`] : []),
    `One more person: npm run store -- member --store ${store} --add their@address`,
  ];
}

async function addMember(
  project: Project,
  { store, member }: { store: number; member: string },
  places: Places,
): Promise<string[]> {
  const { answer, isNewcomer } = await withAccount(project, member, () =>
    call<Changed & { member_id: string }>(project, 'add_store_member', { store_id: store, member }),
  );
  if (!answer.changed) return [`${member} works at ${named(answer)} already: nothing was changed.`];
  return [
    `At ${named(answer)}:`,
    worksThere(member, answer.member_id, isNewcomer),
    ...nextSteps(places, store),
  ];
}

async function removeMember(
  project: Project,
  { store, member }: { store: number; member: string },
): Promise<string[]> {
  const answer = await call<Changed & { members_left: number }>(project, 'remove_store_member', {
    store_id: store,
    member,
  });
  return [
    answer.changed
      ? `${member} works at ${named(answer)} no more, from now on.`
      : `${member} does not work at ${named(answer)}: nothing was changed.`,
    ...(answer.members_left === 0 ? ['Nobody works there now: no stamps can be given.'] : []),
  ];
}

async function addReward(
  project: Project,
  { store, reward }: { store: number; reward: Reward },
): Promise<string[]> {
  const { reward_title: title, ...rest } = reward;
  const answer = await call<Changed & { reward_id: number }>(project, 'add_store_reward', {
    ...{ store_id: store, title },
    ...rest,
  });
  return answer.changed
    ? [`At ${named(answer)}:`, `${rewardText(reward)} (reward ${answer.reward_id}).`]
    : [
        `${named(answer)} has just this reward already (reward ${answer.reward_id}): nothing was changed.`,
      ];
}

/** A row of `stores`, by its number. */
async function changeStore(project: Project, store: number, values: object): Promise<Answer> {
  const rows = await ask(
    project,
    `/rest/v1/stores?id=eq.${store}&select=store_id:id,store_name:name`,
    values,
    { method: 'PATCH', headers: { prefer: 'return=representation' } },
  );
  if (!Array.isArray(rows)) throw noProject(project.url, 200);
  if (rows.length === 0) throw new Error(`There is no store ${store}.`);
  return ofStore(project, rows[0]);
}

async function setFacts(
  project: Project,
  { store, facts }: { store: number; facts: StoreFacts },
): Promise<string[]> {
  try {
    const found = await changeStore(project, store, facts);
    return [`Set at ${named(found)}: ${Object.keys(facts).join(', ')}.`];
  } catch (error) {
    throw error instanceof Refusal ? new Error(factRefusal(error.message)) : error;
  }
}

async function setSuspended(
  project: Project,
  { kind, store }: { kind: 'suspend' | 'resume'; store: number },
): Promise<string[]> {
  const suspended = kind === 'suspend';
  const found = await changeStore(project, store, { suspended });
  return suspended
    ? [
        `${named(found)} is suspended: nobody finds it, and its till gives and redeems nothing.`,
        'Its stamps and rewards are kept.',
        `To let it take part again: npm run store -- resume --store ${store}`,
      ]
    : [`${named(found)} takes part.`];
}

/** Through the storage service, which alone removes files: SQL would remove their rows. */
async function sweepPhotos(project: Project): Promise<string[]> {
  const removed = new Set<string>();
  for (;;) {
    const prefixes = namesIn(project, await ask(project, '/rest/v1/rpc/unused_photos', {}));
    const before = removed.size;
    if (prefixes.length > 0) {
      const gone = await ask(
        project,
        '/storage/v1/object/rewards',
        { prefixes },
        { method: 'DELETE' },
      );
      for (const name of namesIn(project, gone)) removed.add(name);
    }
    // None is left, or what is left does not go.
    if (removed.size === before) {
      const left = prefixes.length > 0 ? [`The storage keeps ${prefixes.join(', ')}.`] : [];
      return [`Photos removed, as nothing shows them any more: ${removed.size}.`, ...left];
    }
  }
}

function namesIn({ url }: Project, json: unknown): string[] {
  const names = Array.isArray(json) ? json.map((row) => row?.name) : [undefined];
  if (names.some((name) => typeof name !== 'string')) throw noProject(url, 200);
  return names;
}
