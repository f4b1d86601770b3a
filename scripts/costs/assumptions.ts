/**
 * What is assumed of customers and stores, until an operator has figures of their own. Change it here;
 * `npm run costs` writes the tables anew.
 */

/** Of all accounts, those that come in a month. */
export const ACTIVE_SHARE = 0.5;

/** Of a customer who comes, in a month. */
export const VISITS = 8;
export const CODES_OPENED = 4;
/** How long a code lies open until the scan is seen. */
export const CODE_SECONDS = 20;
export const STAMPS = 4;
export const REDEMPTIONS = 0.4;
/** On another phone, or a new version: all files of the site. */
export const FETCHES_OF_THE_SITE = 2;
export const PHOTOS_NOT_SEEN_BEFORE = 50;
export const CODES_BY_MAIL = 0.1;

/** How many times the average is asked in the busiest five minutes. */
export const BUSIEST = 10;

export const CUSTOMERS_OF_A_STORE = 500;
export const REWARDS_OF_A_STORE = 2;
export const MEMBERS_OF_A_STORE = 2;

export const PHOTO_BYTES = 100_000;
/** Headers, and an empty list. */
export const EMPTY_ANSWER_BYTES = 500;
export const SESSION_ANSWER_BYTES = 2000;
export const TILL_ANSWER_BYTES = 700;
/** Of a request, in the logs of all services. */
export const LOG_BYTES = 1000;

/** The tables of the auth service for one account, with their indexes: the hosted ones can't be measured here. */
export const ACCOUNT_BYTES = 4000;
/** What a new project weighs, in GB. */
export const EMPTY_PROJECT_GB = 0.06;
/** How long a shop has run when the month of the table comes. */
export const MONTHS_OF_HISTORY = 12;
/** What is read again and belongs in memory: the accounts, and this much of the history. */
export const MONTHS_IN_MEMORY = 6;
/** Of a core, for one request: gateway, PostgREST and the query. */
export const CORE_SECONDS = 0.003;
/** How busy the cores may be in the busiest five minutes. */
export const BUSY_SHARE = 0.5;
/** A disk grows by half, when nine tenths of it are full. */
export const DISK_A_DATABASE = 1.5;
/** The operator's own, over the network; counted as large as the database with its indexes. */
export const DUMPS = 4;
