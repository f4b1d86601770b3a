/**
 * Stands in for the endless lists of @tanstack/query-core, which the site does not use. The names
 * are those that its other parts import.
 */
export const infiniteQueryBehavior = () => undefined;
export const hasNextPage = () => false;
export const hasPreviousPage = () => false;
