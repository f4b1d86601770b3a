/** The product the browser tests visit: the built site, and a backend that forgets everything. */
import { runProduct } from '../../../scripts/server/product.ts';
import { SERVICE_KEY } from '../../keys.ts';

const { origin, close } = await runProduct({
  port: 0,
  backend: { serviceKey: SERVICE_KEY, verificationLimit: Number.POSITIVE_INFINITY },
});
process.stdout.write(`Serving ${origin}\n`);
process.once('SIGTERM', () => close().finally(() => process.exit()));
