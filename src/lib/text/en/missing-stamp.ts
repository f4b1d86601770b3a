/** 'Missing a stamp?': what to show the store. */

export const hint =
  'Show this at the counter, with your receipt: the staff can add the stamp by scanning your code.';

export const name = 'Name';
export const email = 'Email';
export const customerNumber = 'Customer no.';
export const store = 'Store';
export const stampsNow = 'Stamps now';
export const timeNow = 'Time now';

/** A line of what is copied. */
export const fact = (term: string, value: string): string => `${term}: ${value}`;
export const copy = 'Copy';
export const copied = 'Copied.';
export const notCopied = 'We couldn’t copy that.';
