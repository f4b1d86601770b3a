/**
 * Stands in for @supabase/functions-js, which the site never calls: 1.4 kB less on each page.
 * astro.config.mjs aliases it; the names are those the client library imports and hands on.
 */
export class FunctionsClient {}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export const FunctionRegion = {} as const;
