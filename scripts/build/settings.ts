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

export const readEnvironment = (): Environment => loadEnv('production', process.cwd(), '');

/** Everything that the site's build is told, or an error whose sentence names the variable. */
export function readSettings() {
  const env = readEnvironment();
  const config = readConfig(env);
  return {
    config,
    /** The path on its host that the site is served under (src/lib/base-path.ts). */
    basePath: basePathOf(config.siteUrl),
    captcha: readCaptcha(env),
    errorReports: readErrorReports(env),
    guests: readGuests(env),
    photoHosts: readPhotoHosts(env),
    photoTransforms: readPhotoTransforms(env),
    vitalsSample: readVitalsSample(env),
  };
}

export const definedBasePath = (basePath: string) => ({
  __STAMPCARD_BASE_PATH__: JSON.stringify(basePath),
});
