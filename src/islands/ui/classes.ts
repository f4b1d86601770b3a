/** Joins class names, leaving out what is not there. */
export const classes = (...names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== '').join(' ');
