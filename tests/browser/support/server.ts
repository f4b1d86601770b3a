/** The product the browser tests visit: the built site, and a backend that forgets everything. */

import { runProduct } from '../../../scripts/server/product.ts';
import { elsewhere } from '../../contract/elsewhere.ts';
import { SERVICE_KEY } from '../../keys.ts';

const { origin, close } = await runProduct({
  port: 0,
  // Another build, for a test that has its own.
  site: process.env.STAMPCARD_SITE,
  backend: {
    serviceKey: SERVICE_KEY,
    verificationLimit: Number.POSITIVE_INFINITY,
    // A project that is not ours, for a test that has one.
    schema: process.env.STAMPCARD_SCHEMA,
    ...(process.env.PUBLIC_GUESTS === 'true' && { anonymousUsers: Number.POSITIVE_INFINITY }),
  },
  // A backend that is not ours, for the contract.
  ...(elsewhere && { before: await (await import('./elsewhere.ts')).asElsewhere(elsewhere) }),
});
process.stdout.write(`Serving ${origin}\n`);
process.once('SIGTERM', () => close().finally(() => process.exit()));
