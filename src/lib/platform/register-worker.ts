/** Installs the service worker, or asks whether there is a newer one. */
import { WORKER_ADDRESS, WORKER_POLICY } from './worker-names.ts';

/** As much as is needed of what neither the compiler nor some browsers know yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): string };
}

/** If script addresses need a policy, this one knows a single address. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(WORKER_POLICY, {
    createScriptURL: () => WORKER_ADDRESS,
  });
  return policy?.createScriptURL('') ?? WORKER_ADDRESS;
}

/** Once a page. If there can be no worker, the site works without one: no message. */
export async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(trustedAddress());
  } catch {
    // Blocked by the browser's settings, or the host is out of reach: the next page tries again.
  }
}
