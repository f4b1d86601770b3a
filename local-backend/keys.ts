/** The keys of the local backend. They open nothing but the database on this machine. */
export const LOCAL_ANON_KEY = 'sb_publishable_local_stampcard';

/** Reads and writes everything: for the tests and the demo's data, never for the site. */
export const LOCAL_SERVICE_KEY = 'sb_secret_local_stampcard';
