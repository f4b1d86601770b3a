/** Every defence that is switched off once: `npm run test:defences`. */
import { client } from './client.ts';
import { counter } from './counter.ts';
import type { Defence } from './defence.ts';
import { functions } from './functions.ts';
import { giving } from './giving.ts';
import { grants } from './grants.ts';
import { guests } from './guests.ts';
import { limits } from './limits.ts';
import { local } from './local.ts';
import { log } from './log.ts';
import { openings } from './openings.ts';
import { operator } from './operator.ts';
import { ownData } from './own-data.ts';
import { photos } from './photos.ts';
import { races } from './races.ts';
import { redeeming } from './redeeming.ts';
import { errorReports } from './reports.ts';
import { rows } from './rows.ts';
import { session } from './session.ts';
import { site } from './site.ts';
import { supply } from './supply.ts';
import { undoing } from './undoing.ts';

export interface Group {
  name: string;
  defences: readonly Defence[];
}

/** As SECURITY.md lists them. */
export const groups: readonly Group[] = [
  {
    name: 'Rows: row security, policies, grants, what a host hands out by itself',
    defences: [...rows, ...grants],
  },
  { name: 'Functions: search paths, who may call them, now and later', defences: functions },
  {
    name: '`give_stamp`, `redeem_reward`, `undo_stamp`, accounts',
    defences: [...counter, ...giving, ...redeeming, ...undoing],
  },
  { name: 'Redemption codes that are open', defences: openings },
  { name: 'What one store enters and gives, and the sums of it', defences: limits },
  { name: 'Guests, and the cards they take along', defences: guests },
  { name: 'The log of the tills', defences: log },
  { name: 'One’s own data', defences: ownData },
  { name: 'Photos', defences: photos },
  { name: 'Stores that the operator makes', defences: operator },
  { name: 'Races, on a real PostgreSQL server', defences: races },
  { name: 'The backend of the demo, on one’s own machine', defences: local },
  { name: 'Addresses, texts, the session', defences: [...client, ...session] },
  { name: 'What an operator is told of errors', defences: errorReports },
  {
    name: 'The policy of the pages, the service worker, headers, what is built and installed, settings of a hosted project',
    defences: [...site, ...supply],
  },
];

export const all: readonly Defence[] = groups.flatMap(({ defences }) => defences);
