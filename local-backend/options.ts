export interface BackendOptions {
  /** The site's origin, for redirects from Google, links in mails and links on the pages. */
  origin: string;
  /** Other origins whose pages may call the backend, for a site that is served elsewhere. */
  siteOrigins?: readonly string[] | undefined;
  /** The folder that stores the data between starts; without one it is in memory. */
  dataDir?: string | undefined;
  /** A PostgreSQL server instead of the embedded database. */
  postgresUrl?: string;
  /** Called with each statement sent to such a server, for measuring them. */
  onStatement?: (text: string, values: unknown[]) => void;
  /** Whether a new database gets the demo's stores and people. */
  seed?: boolean;
  /** How many one-time codes may be tried in five minutes, right ones included. 30 by default, as hosted. */
  verificationLimit?: number;
  /** How many may start without an account in an hour. As hosted, none by default; once allowed, 30 there. */
  anonymousUsers?: number | undefined;
  /** Whether phones are notified at night too: someone trying the demo won't wait until 8 AM (UTC+8). */
  remindsAtNight?: boolean;
  /** Like the legacy secret of a hosted project; random if not given. For tests that sign their own tokens. */
  jwtSecret?: string | undefined;
  /** Opens every table over HTTP; if not given, random, so that nobody has it. For tests. */
  serviceKey?: string | undefined;
  /** A SQL file instead of our migrations and the demo: somebody else's project. */
  schema?: string | undefined;
}

/** The data has a different schema from the current one, and no migration leads there. */
export class OtherSchema extends Error {}
