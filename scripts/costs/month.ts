/** What so many customers ask for in a month, and what that costs on a hosted project. */
import { SCAN_POLL_STEPS } from '../../src/lib/domain/limits.ts';
import * as assumed from './assumptions.ts';
import type { Measured, Screen } from './measured.ts';
import { COMPUTES, type Compute, FREE, overage, PRO } from './prices.ts';

const GB = 1e9;
const SECONDS_A_MONTH = 30 * 24 * 3600;
/** How long the answers to the tills are kept. */
const ANSWERS_KEPT = 7 / 30;

/** Requests and the bytes of their answers. */
export interface Traffic {
  requests: number;
  bytes: number;
}

/** Of a month. Sizes are in GB. */
export interface Usage {
  customers: number;
  activeUsers: number;
  stores: number;
  backend: Record<'screens' | 'codes' | 'sessions' | 'tills', Traffic>;
  requests: number;
  requestsASecond: number;
  requestsASecondAtWorst: number;
  /** What the backend answers. */
  answersGb: number;
  dumpsGb: number;
  photosGb: number;
  storedGb: number;
  logsGb: number;
  site: Traffic;
  codesByMail: number;
  growthGb: number;
  databaseGb: number;
  /** The part of it that is read again. */
  memoryGb: number;
}

const times = ({ requests, bytes }: Traffic, count: number): Traffic => ({
  requests: requests * count,
  bytes: bytes * count,
});

const sum = (all: readonly Traffic[]): Traffic => ({
  requests: all.reduce((total, { requests }) => total + requests, 0),
  bytes: all.reduce((total, { bytes }) => total + bytes, 0),
});

/** /home, /rewards, and then a store or the transactions. */
function screensOfVisit({ screens, pageOfRewards }: Measured): Traffic {
  const withRewards = (screen: Screen) => ({
    requests: screens[screen].requests,
    bytes: screens[screen].bytes + pageOfRewards,
  });
  return sum([
    withRewards('/home'),
    withRewards('/rewards'),
    times(screens['/store/1'], 1 / 2),
    times(screens['/transactions'], 1 / 2),
  ]);
}

const answersOf = (requests: number, bytesEach: number): Traffic => ({
  requests,
  bytes: requests * bytesEach,
});

const [{ everyMs }] = SCAN_POLL_STEPS;
const asksOfCode = 1 + (assumed.CODE_SECONDS * 1000) / everyMs;
/** A stamp is one call; a redemption is opened, redeemed and closed. */
const tillCalls = assumed.STAMPS + 3 * assumed.REDEMPTIONS;

/** What one customer who comes asks of the backend. */
const backendOf = (measured: Measured): Usage['backend'] => ({
  screens: times(screensOfVisit(measured), assumed.VISITS),
  codes: answersOf(assumed.CODES_OPENED * asksOfCode, assumed.EMPTY_ANSWER_BYTES),
  sessions: answersOf(assumed.VISITS, assumed.SESSION_ANSWER_BYTES),
  tills: answersOf(tillCalls, assumed.TILL_ANSWER_BYTES),
});

/** The bytes that one customer who comes adds to the database for good. */
const growthOf = ({ rows }: Measured): number =>
  assumed.STAMPS * (rows.stamp + rows.logLine) +
  assumed.REDEMPTIONS * (rows.redemption + rows.logLine);

const storeBytes = ({ rows }: Measured): number =>
  rows.store + assumed.MEMBERS_OF_A_STORE * rows.member + assumed.REWARDS_OF_A_STORE * rows.reward;

export function usageOf(customers: number, measured: Measured): Usage {
  const activeUsers = customers * assumed.ACTIVE_SHARE;
  const stores = Math.ceil(customers / assumed.CUSTOMERS_OF_A_STORE);
  const each = backendOf(measured);
  const backend = {
    screens: times(each.screens, activeUsers),
    codes: times(each.codes, activeUsers),
    sessions: times(each.sessions, activeUsers),
    tills: times(each.tills, activeUsers),
  };
  const { requests, bytes } = sum(Object.values(backend));

  const accountsGb = (customers * assumed.ACCOUNT_BYTES) / GB;
  const growthGb = (activeUsers * growthOf(measured)) / GB;
  const calls = activeUsers * (assumed.STAMPS + assumed.REDEMPTIONS);
  const databaseGb =
    assumed.EMPTY_PROJECT_GB +
    accountsGb +
    growthGb * assumed.MONTHS_OF_HISTORY +
    (calls * ANSWERS_KEPT * measured.rows.answer) / GB +
    (stores * storeBytes(measured)) / GB;
  const photos = activeUsers * assumed.PHOTOS_NOT_SEEN_BEFORE;

  return {
    customers,
    activeUsers,
    stores,
    backend,
    requests,
    requestsASecond: requests / SECONDS_A_MONTH,
    requestsASecondAtWorst: (requests / SECONDS_A_MONTH) * assumed.BUSIEST,
    answersGb: bytes / GB,
    dumpsGb: databaseGb * assumed.DUMPS,
    photosGb: (photos * assumed.PHOTO_BYTES) / GB,
    storedGb: (stores * assumed.REWARDS_OF_A_STORE * assumed.PHOTO_BYTES) / GB,
    logsGb: ((requests + photos) * assumed.LOG_BYTES) / GB,
    site: times(
      { requests: measured.site.files, bytes: measured.site.bytes },
      activeUsers * assumed.FETCHES_OF_THE_SITE,
    ),
    codesByMail: activeUsers * assumed.CODES_BY_MAIL,
    growthGb,
    databaseGb,
    memoryGb: accountsGb + growthGb * assumed.MONTHS_IN_MEMORY,
  };
}

/** The smallest that has the memory, and whose cores are busy no more than they may be. */
export function computeFor({ memoryGb, requestsASecondAtWorst }: Usage): Compute {
  const busyCores = requestsASecondAtWorst * assumed.CORE_SECONDS;
  const found = COMPUTES.find(
    (size) => size.memoryGb >= memoryGb && size.cores * assumed.BUSY_SHARE >= busyCores,
  );
  if (!found) throw new Error('No compute of the price list is large enough.');
  return found;
}

/** Whether the plan Free would carry it, which gives no backups to restore and rests when nobody comes. */
export const fitsFree = (usage: Usage): boolean =>
  usage.activeUsers <= FREE.activeUsers &&
  usage.answersGb + usage.dumpsGb <= FREE.egress &&
  usage.photosGb <= FREE.cachedEgress &&
  usage.databaseGb <= FREE.database &&
  usage.storedGb <= FREE.storage;

/** In dollars, on the plan Pro. */
export interface Bill {
  plan: number;
  activeUsers: number;
  compute: number;
  disk: number;
  egress: number;
  photos: number;
  storage: number;
  logs: number;
  total: number;
}

export function billOf(usage: Usage): Bill {
  const lines = {
    plan: PRO.month,
    activeUsers: overage(usage.activeUsers, PRO.activeUsers),
    compute: computeFor(usage).month - PRO.computeCredit,
    disk: overage(usage.databaseGb * assumed.DISK_A_DATABASE, PRO.disk),
    egress: overage(usage.answersGb + usage.dumpsGb, PRO.egress),
    photos: overage(usage.photosGb, PRO.cachedEgress),
    storage: overage(usage.storedGb, PRO.storage),
    logs: overage(usage.logsGb, PRO.logs),
  };
  return { ...lines, total: Object.values(lines).reduce((total, line) => total + line, 0) };
}
