export interface BackendOptions {
  /** The site's origin, for redirects from Google, links in mails and links on the pages. */
  origin: string;
  /** The folder that stores the data between starts; without one it is in memory. */
  dataDir?: string | undefined;
  /** A PostgreSQL server in place of the embedded database. */
  postgresUrl?: string;
  /** Whether a new database gets the demo's stores and people. */
  seed?: boolean;
  /** How long an address waits for its next one-time code, as on the hosted service. */
  codeGapSeconds?: number;
  jwtExpirySeconds?: number;
  /** The last migration to apply, by its version: a database as an earlier release left it. */
  lastMigration?: string;
}
