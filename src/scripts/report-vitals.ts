/** Measures a page and sends the figures. */
import { reportVitals } from '../lib/platform/vitals.ts';

/** @public Called by load-vitals.ts, which loads this. */
export const start = (screen: string): void => reportVitals(import.meta.env.VITALS_URL, screen);
