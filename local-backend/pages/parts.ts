import type { Database } from '../database.ts';
import type { Mailbox } from '../mailbox.ts';
import type { BackendOptions } from '../options.ts';

/** What the local pages need. */
export interface LocalParts extends Pick<BackendOptions, 'origin'> {
  database: Pick<Database, 'query'>;
  mailbox: Mailbox;
  /** The backend without the front. */
  forward(request: Request): Promise<Response>;
  reset(): Promise<void>;
}
