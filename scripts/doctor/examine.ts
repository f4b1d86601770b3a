/** All checks, one group after the other; where one cannot be passed, those behind it are not made. */
import { checkAddresses, type Given } from './address.ts';
import type { Context } from './context.ts';
import { type Finding, unknown } from './finding.ts';
import { checkFunctions } from './functions.ts';
import { checkMail } from './mail.ts';
import { checkPhotos } from './photos.ts';
import { checkReach } from './reach.ts';
import { checkSignIn } from './sign-in.ts';
import { checkRoutes } from './site/addresses.ts';
import { checkCaching } from './site/caching.ts';
import { checkHeaders } from './site/headers.ts';
import { checkNamedAddresses } from './site/named.ts';
import { openSite, type Site } from './site/open.ts';
import { checkKeyOfSite, checkPolicy } from './site/policy.ts';
import { checkSiteReach } from './site/reach.ts';
import { checkWorker } from './site/worker.ts';
import { checkStrangers } from './strangers.ts';
import { checkTables } from './tables.ts';
import { checkVersion } from './version.ts';

export interface Group {
  title: string;
  findings: Finding[];
}

const OF_THE_BACKEND: readonly ((context: Context) => Promise<Finding[]>)[] = [
  checkVersion,
  checkTables,
  checkStrangers,
  checkFunctions,
  checkSignIn,
  checkPhotos,
  checkMail,
];

const OF_THE_SITE: readonly ((site: Site) => Promise<Finding[]>)[] = [
  checkHeaders,
  checkPolicy,
  checkKeyOfSite,
  checkCaching,
  checkRoutes,
  checkWorker,
  checkNamedAddresses,
];

const needsMending = (findings: readonly Finding[]) =>
  findings.some(({ status }) => status === 'mend');

async function inTurn<Subject>(
  subject: Subject,
  first: (subject: Subject) => Promise<Finding[]>,
  checks: readonly ((subject: Subject) => Promise<Finding[]>)[],
): Promise<Finding[]> {
  const findings = await first(subject);
  // The first finding says whether one gets there at all.
  if (findings[0]?.status !== 'ok') {
    return [...findings, unknown('everything else', 'not looked at')];
  }
  for (const check of checks) findings.push(...(await check(subject)));
  return findings;
}

/** Looks at a backend, and at a site where its address is given. */
export async function examine(
  given: Given,
  rest: Omit<Context, 'url' | 'key' | 'site'>,
): Promise<Group[]> {
  const { findings, read } = checkAddresses(given);
  const groups: Group[] = [{ title: 'What was given', findings }];
  if (read === null) return groups;
  const context = { ...rest, ...read };
  groups.push({
    title: `The backend, ${read.url}`,
    findings: await inTurn(context, checkReach, OF_THE_BACKEND),
  });
  if (read.site !== null) {
    const site = openSite(context, read.site);
    groups.push({
      title: `The site, ${read.site}`,
      findings: await inTurn(site, checkSiteReach, OF_THE_SITE),
    });
  }
  return groups;
}

/** Whether anything has to be mended. */
export const isIll = (groups: readonly Group[]): boolean =>
  groups.some(({ findings }) => needsMending(findings));
