/**
 * The oldest version of each engine in which everything works: what the build
 * writes works in these and all later ones. Safari 16.4, on many phones from 2017, and Chrome 111, which
 * Android 7 can install, are the first with `toWellFormed`; Firefox 125 is the first with `Intl.Segmenter`.
 * `scripts/checks/dist.ts` looks for newer names, but knows only its list: check each new package.
 */
const OLDEST: Record<'chrome' | 'firefox' | 'safari', readonly [major: number, minor: number]> = {
  chrome: [111, 0],
  firefox: [125, 0],
  safari: [16, 4],
};

/** On an iPhone every browser is Safari. */
const ENGINES = { ...OLDEST, edge: OLDEST.chrome, ios: OLDEST.safari };

/** As the bundler takes them: `chrome111`, `safari16.4`. */
export const buildTargets: string[] = Object.entries(ENGINES).map(
  ([name, [major, minor]]) => `${name}${major}${minor > 0 ? `.${minor}` : ''}`,
);

const version = ([major, minor]: readonly [number, number]) => (major << 16) | (minor << 8);

/** As Lightning CSS takes them. */
export const cssTargets = {
  chrome: version(OLDEST.chrome),
  edge: version(OLDEST.chrome),
  firefox: version(OLDEST.firefox),
  safari: version(OLDEST.safari),
  ios_saf: version(OLDEST.safari),
};
