/** Where the backend lacks something that the site asks for (docs/decisions/versions.md). */

/** To the customer. All else is for the operator, in the browser's console. */
export const beingUpdated = 'Stampcard is being updated. Please try again in a few minutes.';

/** @param what the backend's own words */
export const missing = (wanted: string, what: string, code: string): string =>
  `Stampcard was built for version ${wanted} of its schema, and the backend lacks something: "${what}" (${code}).`;

/** How to fix it. */
export const apply = 'Apply what is missing: npx supabase db push --remote.';

export const doneWithout = 'The site works without it.';

/** What the version of the backend is. */
export const older = (version: string): string => `The backend has version ${version}.`;
export const newer = (version: string): string =>
  `The backend has version ${version}: this page is from an older release. Reload it; if that does not help, rebuild the site.`;
export const same =
  "The backend says that it has this version: something was removed from it since, or its API has not noticed the change (notify pgrst, 'reload schema').";
export const none =
  'The backend has no version: it predates versions, or was not made by these migrations.';
export const unknown = 'The backend does not say which version it has.';
