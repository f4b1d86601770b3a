import { useEffect } from 'react';
import * as common from '#text/common.ts';
import { yourData } from '#text/shell.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Banner } from '../ui/Banner.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useValue } from '../use-value.ts';
import { account } from './skeletons.tsx';

const section = onDemand(() => import('./MyData.tsx'));
const show = () => void section.whenReady(() => undefined);

/** What is known of the customer, and what they can do about it: code that comes after the account. */
export function YourData() {
  const state = useValue(section.$state);
  useEffect(show, []);
  if (state.status === 'ready') return <state.module.MyData />;
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">{yourData}</h2>
      {state.status === 'waiting' ? (
        <Skeleton shape={account} />
      ) : (
        <Banner tone="calm" actions={[{ label: common.tryAgain, onClick: show }]}>
          {common.noConnection}
        </Banner>
      )}
    </section>
  );
}
