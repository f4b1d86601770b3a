import { firstStamp, showMyCode } from '#text/shell.ts';
import { Button } from '../ui/Button.tsx';

/** What to do when there are no stamps yet; a tap counts as one on the bar's button (until-code-comes.ts). */
export const FirstStamp = () => (
  <>
    <p>{firstStamp}</p>
    <Button data-for-code="">{showMyCode}</Button>
  </>
);
