import { guestTexts } from '#text/guests.ts';
import { $isGuest, signInPath } from '../../lib/state/guests.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';

/** Why a code closed again; to a guest, who redeems nothing, with the way to an account. */
export function RefusalOfGuest({ sentence }: { sentence: string }) {
  const isGuest = useValue($isGuest);
  if (!isGuest) return <Banner tone="error">{sentence}</Banner>;
  return (
    <Banner tone="info" actions={[{ label: guestTexts.redeem, href: signInPath() }]}>
      {sentence}
    </Banner>
  );
}
