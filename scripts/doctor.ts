/**
 * `npm run doctor -- --url … --key … [--site …] [--till …] [--email …] [--guests]`: looks at a deployed backend,
 * site and till from outside, with what a stranger has, and says what to fix and where. It leaves nothing
 * but the account of an address that is given: the auth service sweeps a sign-in that only began, inserts are
 * tried with two rows where one is wanted, which PostgREST rolls back, and functions are called by GET, whose
 * transaction can't write. No rows is not a refusal, and what it can't see is unknown, never fine.
 * Exits with 1 if anything has to be fixed.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { asCommand } from './command.ts';
import { type Context, checkAddresses, type Given } from './doctor/ask.ts';
import { checkMail, checkReach, checkSignIn } from './doctor/auth.ts';
import { checkFunctions, checkStrangers, checkTables, checkVersion } from './doctor/database.ts';
import { type Finding, type Group, hasProblems, once, report, unknown } from './doctor/finding.ts';
import { checkLive, checkPhotos, checkReminders } from './doctor/services.ts';
import {
  checkBuild,
  checkCaching,
  checkHeaders,
  checkRoutes,
  checkSiteReach,
  checkTillBuild,
  checkTillReach,
  checkWorker,
  openSite,
} from './doctor/site.ts';

type Check<Subject> = (subject: Subject) => Promise<Finding[]>;

/** If the first of them fails, the rest are not made. */
async function inTurn<Subject>(
  subject: Subject,
  ...[first, ...checks]: [Check<Subject>, ...Check<Subject>[]]
): Promise<Finding[]> {
  const findings = await first(subject);
  // The first finding says whether it can be reached at all.
  if (findings[0]?.status !== 'ok') {
    return [...findings, unknown('everything else', 'not looked at')];
  }
  for (const check of checks) findings.push(...(await check(subject)));
  return once(findings);
}

/** Looks at a backend, and at a site and a till if their addresses are given: one group of checks after the other. */
export async function examine(
  given: Given,
  rest: Omit<Context, 'url' | 'key' | 'site' | 'till'>,
): Promise<Group[]> {
  const { finding, read } = checkAddresses(given);
  const groups: Group[] = [{ title: 'What was given', findings: [finding] }];
  if (read === null) return groups;
  const context = { ...rest, ...read };
  groups.push({
    title: `The backend, ${read.url}`,
    findings: await inTurn(
      context,
      ...([checkReach, checkVersion, checkTables, checkStrangers, checkLive] as const),
      ...[checkFunctions, checkSignIn, checkPhotos, checkReminders, checkMail],
    ),
  });
  if (read.site !== null) {
    groups.push({
      title: `The site, ${read.site}`,
      findings: await inTurn(
        openSite(context, read.site),
        ...([checkSiteReach, checkHeaders, checkBuild, checkCaching] as const),
        ...[checkRoutes, checkWorker],
      ),
    });
  }
  if (read.till !== null) {
    const till = openSite(context, read.till);
    const findings = await inTurn(till, checkTillReach, checkTillBuild);
    groups.push({ title: `The till, ${read.till}`, findings });
  }
  return groups;
}

const USAGE = `npm run doctor -- --url <Project URL> --key <publishable key>
  [--site <address of the site>]  looks at the site as well
  [--till <address of the till>]  looks at the stores’ till as well
  [--email <an address of yours>] sends a one-time code there, and asks for it
  [--guests]                      the site is built with PUBLIC_GUESTS=true`;

async function askPerson(question: string): Promise<string | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } catch {
    // Ctrl-D or Ctrl-C: what was found so far is still reported.
    return null;
  } finally {
    terminal.close();
  }
}

/** What the command line gives. An error ends with how it is written. */
export function readOptions(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    ...{ url: text, key: text, site: text, till: text, email: text },
    guests: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Otherwise a report without them would read as a complete one. */
export function leftOut({ site, till, email }: Partial<ReturnType<typeof readOptions>>): string {
  const parts = [
    site ? [] : 'the site (--site)',
    till ? [] : 'the till (--till)',
    email ? [] : 'mails (--email)',
  ].flat();
  return parts.length === 0 ? '' : `\nNot looked at: ${parts.join(', ')}.`;
}

await asCommand(import.meta.main, async () => {
  const values = readOptions(process.argv.slice(2));
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const groups = await examine(values, {
    email: values.email ?? null,
    guests: values.guests,
    fetch,
    openSocket: (address) => new WebSocket(address),
    askPerson: process.stdin.isTTY ? askPerson : null,
    deadlineMs: 10_000,
  });
  console.log(report(groups) + leftOut(values));
  if (hasProblems(groups)) process.exitCode = 1;
});
