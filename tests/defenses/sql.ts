/**
 * Statements that switch a defense off in the database. They name what they change, and fail where
 * there is nothing of that name.
 */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const grant = (what: string, to: string): string => `grant ${what} to ${to}`;

export const withoutRowSecurity = (table: string): string =>
  `alter table ${table} disable row level security`;

export const withoutConstraint = (table: string, name: string): string =>
  `alter table ${table} drop constraint ${name}`;

export const withoutTrigger = (table: string, name: string): string =>
  `drop trigger ${name} on ${table}`;

export const withoutIndex = (name: string): string => `drop index ${name}`;

/** A policy with another rule: `using (…)`, `with check (…)` or both; what is not named stays. */
export const policy = (table: string, name: string, rule: string): string =>
  `alter policy ${identifier(name)} on ${table} ${rule}`;

export const openChannels = policy(
  'realtime.messages',
  'Customers hear what is sent to them',
  'using (true)',
);

/** The bucket with another limit; an update that meets no row would be silent. */
export const bucket = (id: string, change: string): string =>
  `do $off$ begin
  update storage.buckets set ${change} where id = ${quoted(id)};
  if not found then raise exception 'There is no bucket ${id}'; end if;
end $off$`;

/** Whatever separates two words in a function: white space and comments. */
const GAP = String.raw`(?:\s|--[^\n]*\n)`;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A fragment as a pattern of PostgreSQL that ignores white space. */
export function pattern(fragment: string): string {
  const tokens = fragment.match(/'(?:[^']|'')*'|\w+|[^\s\w]/g) ?? [];
  return tokens
    .map((token, index) => {
      const isWord = /^\w/.test(token);
      const before = tokens[index - 1] ?? '';
      const gap = index === 0 ? '' : isWord && /\w$/.test(before) ? `${GAP}+` : `${GAP}*`;
      return gap + (isWord ? String.raw`\m${token}\M` : escaped(token));
    })
    .join('');
}

/** Makes a function again with something else where the pattern matches, which it must do once. */
const rewritten = (name: string, searched: string, to: string, said: string): string =>
  `do $off$
declare
  definition text := pg_get_functiondef(${quoted(name)}::regproc);
  times integer := regexp_count(definition, $from$${searched}$from$, 1, 'i');
begin
  if times <> 1 then
    raise exception '% holds % times, and not once: %', ${quoted(name)}, times, $said$${said}$said$;
  end if;
  execute regexp_replace(definition, $from$${searched}$from$, $to$${to.replaceAll('\\', '\\\\')}$to$, 'i');
end $off$`;

/** A function with something else instead of a fragment. */
export const inFunction = (name: string, from: string, to: string): string =>
  rewritten(name, pattern(from), to, from);

export const sendAfterLogOut = inFunction(
  'private.take_reminders',
  'not private.has_session(p)',
  'false',
);

export const waitForPhones = inFunction(
  'private.queue_reminders',
  'for key share of d skip locked',
  '',
);

export const waitForDeletions = inFunction(
  'private.queue_reminders',
  'where u.id = person.id for key share skip locked',
  'where u.id = person.id',
);

export const leaveReminders = inFunction(
  'private.take_reminders',
  'for key share of r skip locked',
  '',
);

/** To the end of a statement; a semicolon within a text does not end it. */
const REST = `(?:'[^']*'|[^';])*;`;

/** A function without the one statement that begins like this. */
export const withoutStatement = (name: string, beginning: string): string =>
  rewritten(name, pattern(beginning) + REST, 'null;', beginning);

export const savePhonesAtOnce = withoutStatement(
  'private.save_push_device',
  'perform pg_advisory_xact_lock(',
);

/** A function that no longer refuses anything for this reason. */
export const withoutRefusal = (name: string, reason: string): string =>
  rewritten(
    name,
    `${pattern('perform private.refuse(')}${GAP}*'[^']*'${pattern(`, '${reason}'`)}${REST}`,
    'null;',
    `a refusal for '${reason}'`,
  );

/** A function with this body. */
export const body = (name: string, statements: string): string =>
  `do $off$
declare
  definition text := pg_get_functiondef(${quoted(name)}::regproc);
begin
  execute split_part(definition, '$function$', 1) || '$function$' || ${quoted(statements)} || '$function$';
end $off$`;

/** Runs the statements with which `npm run test:defenses` switches a defense off, if it runs. */
export async function switchOff(query: (sql: string) => Promise<unknown>): Promise<void> {
  for (const statement of JSON.parse(process.env.DEFENSE_OFF ?? '[]')) {
    await query(statement).catch((cause: Error) => {
      throw new Error(`The defense could not be switched off: ${cause.message}`);
    });
  }
}
