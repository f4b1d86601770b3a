/** Where the promise to each side (docs/product.md#for-whom) leads, in the promo and on /customers. */
import * as text from '#text/promise.ts';
import { config } from '../lib/config.ts';
import { routes } from '../lib/routes.ts';

export const businessPromise = {
  id: 'business',
  ...text.business,
  getStarted: config.merchantUrl,
} as const;

export const customerPromise = {
  id: 'customer',
  ...text.customer,
  getStarted: routes.customers.path,
} as const;
