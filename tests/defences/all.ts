/** Every defence that is switched off once: `npm run test:defences`. */
import { client } from './client.ts';
import { counter } from './counter.ts';
import type { Defence } from './defence.ts';
import { functions } from './functions.ts';
import { giving } from './giving.ts';
import { grants } from './grants.ts';
import { photos } from './photos.ts';
import { races } from './races.ts';
import { redeeming } from './redeeming.ts';
import { rows } from './rows.ts';
import { session } from './session.ts';
import { site } from './site.ts';
import { supply } from './supply.ts';

export const all: readonly Defence[] = [
  ...rows,
  ...grants,
  ...functions,
  ...counter,
  ...giving,
  ...redeeming,
  ...photos,
  ...races,
  ...client,
  ...session,
  ...site,
  ...supply,
];
