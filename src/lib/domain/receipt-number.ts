import type { Id } from './entities.ts';

/** As much of a UUID as people compare. */
const SHOWN_CHARACTERS = 8;

/** What a customer and a store call a redemption by: '10482', or of a UUID '5F6BCA52'. */
export const receiptNumber = (id: Id): string =>
  /^\d+$/.test(id) ? id : id.slice(0, SHOWN_CHARACTERS).toUpperCase();
