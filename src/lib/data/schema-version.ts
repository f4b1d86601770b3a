/** The last of supabase/migrations when this site was built; `npm run db:types` writes it. */
export const SCHEMA_VERSION = '20251124000000';
