import { config } from '../lib/config.ts';
import { reportVitals } from '../lib/platform/vitals.ts';

void reportVitals(config.vitalsUrl);
