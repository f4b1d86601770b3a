/**
 * The numbers of docs/product.md. Scripts take them from here; the database repeats those that it
 * enforces. Two are only in styles: the 1.5 s of the splash (src/pages/index.astro) and the 176 px of a
 * code (src/islands/cards/QrCode.module.css).
 */
export const SEARCH_MIN_CHARACTERS = 3;
export const SEARCH_DEBOUNCE_MS = 1000;
export const SEARCH_RESULTS = 10;
export const SEARCH_BLUR_CLOSE_MS = 150;
export const HOME_EVENTS = 3;
/** How many of the customer's own cards are drawn until all are asked for. */
export const HOME_CARDS = 20;
/** The database returns no more of them. */
export const MAX_CARDS = 200;
export const DEFAULT_STAMP_GOAL = 10;
export const STAMPS_BY_STORE_LIMIT = 10;
export const TRANSACTIONS_PAGE_SIZE = 5;
/** The first day that can be chosen: long before any stamp, and one that every database can hold. */
export const EARLIEST_DAY = '2000-01-01';
export const SKELETON_CARDS = 4;
/** How many items of a long list are read at a time, as one scrolls. */
export const LIST_PAGE_SIZE = 50;
/** The most rewards of one store on the first page of /home, or in a row on /rewards, if others have some. */
export const HOME_REWARDS_OF_STORE = 2;
export const REWARDS_IN_A_ROW = 3;
/** The most rows that one request asks for: half of what a hosted backend answers with. */
export const MAX_REQUEST_ROWS = 500;
/** As many as a hosted backend sends at once, for what is only written to a file. */
export const EXPORT_ROWS = 1000;
/** The most ids in one address: gateways stop at 8,192 characters. */
export const MAX_ADDRESS_IDS = 100;
export const SHARE_PROMPT_COUNTDOWN_SECONDS = 5;
export const COUNTDOWN_TICK_MS = 1000;
export const DAY_OFFSET_HOURS = 8;
export const REDEMPTION_QR_VALID_MS = 120_000;
/** How long before the end of that time the customer is warned. */
export const REDEMPTION_QR_WARNING_MS = 20_000;
export const RELOAD_AFTER_QR_EXPIRY_MS = 1500;
/** By the database's own clock: longer than the code is shown, for a scan that is under way. */
export const REDEMPTION_OPENING_MS = 180_000;
/** How long a code shows no message while the backend has not answered: as long as our till retries. */
export const OPENING_WAIT_MS = 3000;
export const QR_MARGIN_MODULES = 1;
/** The white that a scanner needs around a code. */
export const QR_QUIET_MODULES = 4;
/** Of the whole image, its margin included. */
export const QR_LOGO_SHARE = 0.2;
export const ONE_TIME_CODE_DIGITS = 6;
export const UPLOAD_CACHE_SECONDS = 3600;
export const PHOTO_MAX_BYTES = 5 * 1024 * 1024;
/** 16 megapixels: showing one takes a browser 64 MB, whatever the size of the file. */
export const PHOTO_MAX_PIXELS = 16_000_000;

/** How long the list of stores waits to learn where the customer is. */
export const LOCATE_MS = 20_000;

/** A whole call, the client library's own retries included (docs/product.md#errors-and-waiting). */
export const CALL_TIMEOUT_MS = 15_000;
/** How long a page waits for a renewed session on a device that says it is offline. */
export const OFFLINE_RENEWAL_MS = 2000;
/** How long before a token ends the auth client renews it: three ticks of 30 s. */
export const REFRESH_BEFORE_EXPIRY_MS = 90_000;
/** How long a sign-in waits for the end of an earlier session (docs/product.md#session). */
export const LOG_OUT_WAIT_MS = 5000;
/** Until the customer's screen learns of a scan (docs/product.md#stamp-code). */
export const SCAN_NOTICE_MS = 2000;
/** No store scans a code sooner after it was opened. */
export const SOONEST_SCAN_MS = 500;
/** How long the sheet waits for the card of a stamp that has landed. */
export const LANDING_READ_MS = 3000;
/** How long a receipt waits for the lists to be fresh. */
export const RECEIPT_WAIT_MS = 3000;
/** How long the phone buzzes when a stamp lands. */
export const LANDING_BUZZ_MS = 80;
/**
 * How often an open code asks for the scan, by the time since it was opened, touched or looked at
 * again; after the last of them it stops asking. The first gap leaves the answer 800 ms of the 2 s.
 */
export const SCAN_POLL_STEPS = [
  { untilMs: 30_000, everyMs: 1200 },
  { untilMs: 120_000, everyMs: 3000 },
  { untilMs: 600_000, everyMs: 5000 },
] as const;
/** While scans are pushed: delivery is not guaranteed, so the code still asks. */
export const SCAN_PUSHED_POLL_MS = 15_000;
/** How often the channel proves that it is alive: one that has not answered by the next time is not. */
export const CHANNEL_BEAT_MS = 15_000;
/** How long to wait for a backend that has let a page in to say that messages arrive: old ones never do. */
export const CHANNEL_READY_MS = 8000;
/** Within this time a backend to which messages arrive already says so. It looks again every 500 ms. */
export const CHANNEL_READY_SOON_MS = 400;
export const CHANNEL_FIRST_RETRY_MS = 2000;
export const CHANNEL_LAST_RETRY_MS = 60_000;
/** How long untouched screens count as being looked at: they follow the tills until then. */
export const SCREENS_LOOKED_AT_MS = 120_000;
/** The most new rows that one answer brings. */
export const SCAN_POLL_ROWS = 10;

/** The longest name that an account keeps. */
export const NAME_CHARACTERS = 200;
/** Keeps every code coarse, as do the next two, whatever it carries (docs/decisions/scannable-codes.md). */
export const QR_NAME_CHARACTERS = 36;
/** Of an email address used as a name. */
export const QR_ADDRESS_CHARACTERS = 60;
export const QR_PHOTO_CHARACTERS = 40;
/** No QR code holds more characters (version 40, numeric). */
export const QR_TEXT_CHARACTERS = 7089;

/** How many of the last customers a till lists. */
export const RECENT_CUSTOMERS = 3;
