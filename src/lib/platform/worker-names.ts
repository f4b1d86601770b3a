/** The names under which pages and the service worker know the same things. */
import { BASE_PATH } from '../base-path.ts';

/** Where the worker's script is: at the site's root, so that every page is in its reach. */
export const WORKER_ADDRESS = `${BASE_PATH}/worker.js`;

/** The one Trusted Types policy of the site: it knows no address but the worker's. */
export const WORKER_POLICY = 'stampcard-worker';

/** Pictures of data, kept as they were seen; emptied by the log-out. */
export const PICTURES_CACHE = 'stampcard-pictures';
