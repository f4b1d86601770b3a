/** Work that can wait until the page has nothing else to do. Separate, so that inline scripts can use it. */
import type { Stop } from './interface.ts';

/** How many requests are on their way whose answers the page will show. */
let pendingRequests = 0;
const waitingWork = new Set<() => void>();

/** Makes the work that can wait come after this request, which has to end by itself. */
export async function trackRequest<T>(request: Promise<T>): Promise<T> {
  pendingRequests += 1;
  try {
    return await request;
  } finally {
    pendingRequests -= 1;
    if (pendingRequests === 0) for (const start of [...waitingWork]) start();
  }
}

function whenBrowserIdle(work: () => void): Stop {
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
    waitingWork.delete(start);
    stop = whenBrowserIdle(() => {
      if (pendingRequests === 0) {
        work();
        return;
      }
      waitingWork.add(start);
      stop = () => waitingWork.delete(start);
    });
  };
  start();
  return () => stop();
}
