/** Work that can wait until the page has nothing else to do. Apart, for scripts within a page. */
import type { Stop } from './interface.ts';

/** How many requests are on their way whose answers the page is going to show. */
let awaited = 0;
const atRest = new Set<() => void>();

/** Has the work that can wait come after this request, which ends in its own time. */
export async function beforeIdle<T>(request: Promise<T>): Promise<T> {
  awaited += 1;
  try {
    return await request;
  } finally {
    awaited -= 1;
    if (awaited === 0) for (const proceed of [...atRest]) proceed();
  }
}

function whenUnoccupied(work: () => void): Stop {
  // Safari has no idle callback yet.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

export function whenIdle(work: () => void): Stop {
  let stop: Stop;
  const start = () => {
    atRest.delete(start);
    stop = whenUnoccupied(() => {
      if (awaited === 0) {
        work();
        return;
      }
      atRest.add(start);
      stop = () => atRest.delete(start);
    });
  };
  start();
  return () => stop();
}
