/** What the site is built with, for every step of the build: the environment, and the .env files. */
import { loadEnv } from 'vite';
import {
  basePathOf,
  type Environment,
  readCaptcha,
  readConfig,
  readErrorReports,
  readGuests,
  readPhotoHosts,
  readPhotoTransforms,
  readVitalsSample,
} from '../../src/lib/read-config.ts';

export const readEnvironment = (): Environment => ({
  ...loadEnv('production', process.cwd(), ''),
  ...process.env,
});

/** The path on its host that the site is served under (src/lib/base-path.ts). */
export function readBasePath(): string {
  const env = readEnvironment();
  // What a build reads on its way is refused before it begins.
  for (const read of [readCaptcha, readErrorReports, readGuests, readPhotoHosts]) read(env);
  for (const read of [readPhotoTransforms, readVitalsSample]) read(env);
  return basePathOf(readConfig(env).siteUrl);
}

export const definedBasePath = (basePath: string) => ({
  __STAMPCARD_BASE_PATH__: JSON.stringify(basePath),
});
