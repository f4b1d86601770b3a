/** All checks, one group after the other; if a group's first one fails, the rest are not made. */

import { type Context, checkAddresses, type Given } from './ask.ts';
import { checkMail, checkReach, checkSignIn } from './auth.ts';
import { checkFunctions, checkStrangers, checkTables, checkVersion } from './database.ts';
import { type Finding, type Group, unknown } from './finding.ts';
import { checkLive, checkPhotos, checkReminders } from './services.ts';
import {
  checkBuild,
  checkCaching,
  checkHeaders,
  checkRoutes,
  checkSiteReach,
  checkWorker,
  openSite,
} from './site.ts';

type Check<Subject> = (subject: Subject) => Promise<Finding[]>;

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
  return findings;
}

/** Looks at a backend, and at a site if its address is given. */
export async function examine(
  given: Given,
  rest: Omit<Context, 'url' | 'key' | 'site'>,
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
  if (read.site === null) return groups;
  groups.push({
    title: `The site, ${read.site}`,
    findings: await inTurn(
      openSite(context, read.site),
      ...([checkSiteReach, checkHeaders, checkBuild, checkCaching] as const),
      ...[checkRoutes, checkWorker],
    ),
  });
  return groups;
}
