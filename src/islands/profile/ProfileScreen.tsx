import { useEffect } from 'react';
import * as text from '#text/account.ts';
import * as common from '#text/common.ts';
import { yourData } from '#text/shell.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Screens } from '../screen/Screens.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { Banner } from '../ui/Banner.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useValue } from '../use-value.ts';
import { AccountCard } from './AccountCard.tsx';
import styles from './ProfileScreen.module.css';
import { facts } from './skeletons.tsx';

/** Who is signed in, and what is kept about them (docs/product.md#profile). */
export function ProfileScreen() {
  return (
    <>
      <div className={styles.account}>
        <AccountCard />
        <section aria-labelledby="preferences">
          <h2 id="preferences">{text.preferences}</h2>
          <ul className={styles.preferences}>
            {text.preferenceList.map((preference) => (
              <li key={preference}>{preference}</li>
            ))}
          </ul>
        </section>
      </div>
      <YourData />
    </>
  );
}

const section = onDemand(() => import('./MyData.tsx'));
const show = () => void section.whenReady(() => undefined);

/** What is known about the customer, and what they can do about it: code that loads after the account. */
function YourData() {
  const state = useValue(section.$state);
  useEffect(show, []);
  if (state.status === 'ready') return <state.module.MyData />;
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">{yourData}</h2>
      {state.status === 'waiting' ? (
        <Skeleton shape={facts} />
      ) : (
        <Banner tone="calm" retry={show}>
          {common.noConnection}
        </Banner>
      )}
    </section>
  );
}

export const screen: Screen = { title: text.title, heading: 'shown', Content: ProfileScreen };

export const ProfileIsland = () => <Screens first="profile" screen={screen} />;
