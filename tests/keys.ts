import { elsewhere } from './contract/elsewhere.ts';

/** What the tests open their own backends with; any other backend has its own secrets. */

/** Reads and writes everything, past row security. */
export const SERVICE_KEY = 'sb_secret_of_the_tests';

/** Signs access tokens. */
export const TOKEN_SECRET = elsewhere?.jwtSecret ?? 'the-signing-secret-of-the-database-tests';
