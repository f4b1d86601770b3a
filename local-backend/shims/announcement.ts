/**
 * Shim: an announcement. lite says once that its storage is experimental; whoever starts the demo can
 * do nothing about it. Every other warning passes.
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
