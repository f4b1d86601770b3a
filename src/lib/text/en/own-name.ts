/** Of the name a customer chooses (docs/product.md#profile). */

export const ask = 'What should stores call you?';
export const where = 'Shown on your code and at the till.';
export const blank = 'If you leave it blank, stores see your email address.';
export const save = 'Save';
export const skip = 'Skip';
export const saved = 'Saved.';
export const failed = 'We couldn’t save your name.';
