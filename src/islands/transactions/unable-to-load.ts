import { dataErrors } from '#text/messages.ts';
import * as text from '#text/transactions.ts';
import type { Tab } from '../../lib/state/transactions.ts';

const fallbacks = { stamps: dataErrors.loadStamps, redemptions: dataErrors.loadRedemptions };

/** 'Unable to load stamps: {message}', or the catalog's line where the backend sent no message. */
export const unableToLoad = (tab: Tab, message: string): string =>
  message === fallbacks[tab] ? message : text.unableToLoad(tab, message);
