import { localConfig } from '../src/lib/config.ts';

/** The publishable key of the local backend: every page carries it, and it opens what a stranger may see. */
export const LOCAL_ANON_KEY = localConfig.supabaseAnonKey;
