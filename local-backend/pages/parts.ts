import type { Database } from '../database.ts';
import type { Mailbox } from '../mailbox.ts';
import type { BackendOptions } from '../options.ts';
import type { PushService } from '../push-service.ts';

/** What the local pages need. */
export interface LocalParts extends Pick<BackendOptions, 'origin'> {
  database: Pick<Database, 'query'>;
  mailbox: Mailbox;
  pushService: PushService;
  /** Sends the reminders that are due. */
  remind(): Promise<void>;
  /** The backend without the front. */
  forward(request: Request): Promise<Response>;
  reset(): Promise<void>;
}
