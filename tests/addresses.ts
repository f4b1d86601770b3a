/** What counts as one email address and what doesn't: one rule for the login form and the database. */
export const ADDRESSES = [
  'ana@example.com',
  'Ana.Santos+stamps@mail.example.co',
  "o'neil_7@xn--bcher-kva.example",
  `${'a'.repeat(242)}@example.com`,
];

export const NO_ADDRESSES = [
  'owner',
  'owner@shop',
  'owner@shop.',
  'owner@.shop',
  'owner@sh op.ph',
  'owner@shop.p',
  'owner@-shop.ph',
  'owner@192.168.0.1',
  '@shop.ph',
  'owner@@shop.ph',
  'a@shop.ph,b@shop.ph',
  'a@shop.ph b@shop.ph',
  'a@shop.ph\nb@shop.ph',
  'Ana <ana@shop.ph>',
  'mailto:ana@shop.ph',
  'owner\u200b@shop.ph',
  'ownér@shop.ph',
  'owner@shоp.ph',
  `${'a'.repeat(243)}@example.com`,
];
