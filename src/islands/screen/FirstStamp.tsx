import { firstStamp, showMyCode } from '#text/shell.ts';
import { Button } from '../ui/Button.tsx';

/** What to do where there are no stamps yet; the tap is one on the bar's button (queue-clicks.ts). */
export const FirstStamp = () => (
  <>
    <p>{firstStamp}</p>
    <Button data-for-code="">{showMyCode}</Button>
  </>
);
