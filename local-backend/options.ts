export interface BackendOptions {
  /** Where the site is: Google's way back, links in mails, links on the pages. */
  origin: string;
  /** A folder that keeps the data between starts. None: in memory. */
  dataDir?: string | undefined;
  /** A PostgreSQL server in place of the embedded database. */
  postgresUrl?: string;
  /** Whether a new database gets the demo's stores and people. */
  seed?: boolean;
  /** How long an address waits for its next code, as on the hosted service. */
  codeGapSeconds?: number;
  jwtExpirySeconds?: number;
}
