/** What the site is built with, for every step of the build: the environment, and the .env files. */
import { loadEnv } from 'vite';
import { basePathOf, type Environment, readConfig } from '../../src/lib/read-config.ts';

export const readEnvironment = (): Environment => ({
  ...loadEnv('production', process.cwd(), ''),
  ...process.env,
});

/** The path on its host that the site is served under (src/lib/base-path.ts). */
export const readBasePath = (): string => basePathOf(readConfig(readEnvironment()).siteUrl);

export const definedBasePath = (basePath: string) => ({
  __STAMPCARD_BASE_PATH__: JSON.stringify(basePath),
});
