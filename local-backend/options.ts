export interface BackendOptions {
  /** The site's origin, for redirects from Google, links in mails and links on the pages. */
  origin: string;
  /** Other origins whose pages may call the backend, for a site that is served elsewhere. */
  siteOrigins?: readonly string[] | undefined;
  /** The folder that stores the data between starts; without one it is in memory. */
  dataDir?: string | undefined;
  /** A PostgreSQL server in place of the embedded database. */
  postgresUrl?: string;
  /** Whether a new database gets the demo's stores and people. */
  seed?: boolean;
  /** How long an address waits for its next one-time code, as on the hosted service. */
  codeGapSeconds?: number;
  /** How many one-time codes may be tried in five minutes, right ones too. As hosted, 30 unless given. */
  verificationLimit?: number;
  /** How many may start without an account in an hour. As hosted nobody may unless it is given, then 30 there. */
  anonymousUsers?: number | undefined;
  jwtExpirySeconds?: number;
  /** As the legacy secret of a hosted project; random without one. For tests that sign their own tokens. */
  jwtSecret?: string | undefined;
  /** Opens every table over HTTP; random, so that nobody has it, without one. For tests. */
  serviceKey?: string | undefined;
  /** A file of SQL in place of our migrations and the demo: a project of somebody else's. */
  schema?: string | undefined;
}

/** The data are of another schema than the one that is there now, which no migration leads to. */
export class OtherSchema extends Error {}
