/** Of /promos: static samples. */

export const title = 'Promos';
export const description =
  'The kind of promos stores run on Stampcard: double stamps, pesos off app orders, a dessert on the house. Each for a limited time.';
export const lead = 'A taste of what stores offer on Stampcard.';
export const limited = 'Limited';
export const codeIs = <T>(code: T) => ['Code ', code];
export const note =
  'These are samples: each store sets its own promos and rules. See your rewards for what’s on right now.';
export const seeRewards = 'See available rewards';

export const doubleStamps = {
  title: 'Double Stamp Weekend',
  text: 'Two stamps for every drink, all Saturday and Sunday. Your card fills twice as fast.',
  terms: 'Any drink from ₱120. Stamps land as usual, two at a time.',
};
export const appOrders = {
  title: '₱50 Off App Orders',
  text: 'Order ahead in the store’s app, skip the line, and pay ₱50 less.',
  terms: 'Orders from ₱300. One per customer.',
};
export const freeDessert = {
  title: 'Free Dessert After 5 Visits',
  text: 'Five stamps, and the dessert is on the house. The cheesecake counts.',
  terms: 'Worth up to ₱180, with any main course.',
};
