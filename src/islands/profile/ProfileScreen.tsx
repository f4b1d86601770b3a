import * as text from '#text/account.ts';
import { Screens } from '../screen/Screens.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { AccountCard } from './AccountCard.tsx';
import styles from './ProfileScreen.module.css';
import { YourData } from './YourData.tsx';

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

export const screen: Screen = { title: text.title, heading: 'shown', Content: ProfileScreen };

export const ProfileIsland = () => <Screens first="profile" screen={screen} />;
