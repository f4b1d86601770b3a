/**
 * Shim: a queue. The embedded database has a single session, and lite opens transactions on it
 * without a lock: two requests at once could read each other's settings, so one person could act
 * as another.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
