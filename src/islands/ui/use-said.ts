import { useState } from 'react';

/**
 * What a button has done, for a live region: the same words are announced again only if they were gone
 * while the work went on.
 */
export function useSaid() {
  const [said, setSaid] = useState<string | null>(null);
  const say = (work: Promise<string | null>) => {
    setSaid(null);
    void work.then(setSaid);
  };
  return [said, say] as const;
}
