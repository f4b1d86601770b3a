/**
 * Shim: an announcement. lite warns at its start that its storage is experimental, which a user of
 * the demo cannot change. Every other warning is printed.
 */
export async function withoutAnnouncement<Result>(work: () => Promise<Result>): Promise<Result> {
  const { warn } = console;
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).startsWith('EXPERIMENTAL FEATURES ENABLED')) {
      warn(...args);
    }
  };
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
