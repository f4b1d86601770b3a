/** Loaded by load-vitals.ts. */
import { reportVitals } from '../lib/platform/vitals.ts';

export const start = (screen: string): void => reportVitals(import.meta.env.VITALS_URL, screen);
