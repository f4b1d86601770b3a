import { useEffect, useState } from 'react';
import * as text from '#text/home.ts';
import { none } from '#text/rewards.ts';
import { viewAll, viewAllOf } from '#text/shell.ts';
import { allStores } from '#text/site.ts';
import { redeemPath, routes, storePath } from '../../lib/routes.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { $homeRewards, readRewards, restOfRewards } from '../../lib/state/rewards.ts';
import { RewardGrid } from '../screen/RewardGrid.tsx';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { useModalCount } from '../ui/open-modals.ts';
import { useValue } from '../use-value.ts';
import { HomeEvents } from './HomeEvents.tsx';
import styles from './HomeScreen.module.css';
import { StoreSearch } from './StoreSearch.tsx';
import { YourCards } from './YourCards.tsx';

/** The customer's cards, what is on, and the rewards (docs/product.md#home). */
export function HomeScreen() {
  return (
    <>
      <StoreSearch />
      <section aria-labelledby="cards">
        <SectionHeading
          id="cards"
          text={text.yourCards}
          href={routes.stores.path}
          label={allStores}
        />
        <Saved name="cards">
          <YourCards />
        </Saved>
      </section>
      <section aria-labelledby="events">
        <SectionHeading id="events" text={text.events} href={routes.events.path} />
        <Saved name="events">
          <HomeEvents />
        </Saved>
      </section>
      <section aria-labelledby="rewards">
        <SectionHeading id="rewards" text={text.promoAndRewards} href={routes.rewards.path} />
        <Saved name="rewards">
          <HomeRewards />
        </Saved>
      </section>
      <SharePrompt />
    </>
  );
}

/** 'Promo & Rewards': a card leads to its store, or if it has none to redeeming it (docs/product.md#home). */
function HomeRewards() {
  return (
    <RewardGrid
      state={useValue($homeRewards)}
      retry={readRewards}
      countdown="home"
      firstScreenCount={4}
      emptyText={none}
      more={(count) => <ShowMore rest={restOfRewards} count={count} below />}
      href={({ id, storeId }) => (storeId === null ? redeemPath(id) : storePath(storeId, id))}
    />
  );
}

interface HeadingProps {
  id: string;
  text: string;
  href: string;
  /** In place of 'View all'. */
  label?: string;
}

/** A section's heading, with its 'View all' or another link. */
function SectionHeading({ id, text: heading, href, label }: HeadingProps) {
  return (
    <div className={styles.heading}>
      <h2 id={id}>{heading}</h2>
      <a href={href} aria-label={label ?? viewAllOf(heading)}>
        {label ?? viewAll}
      </a>
    </div>
  );
}

const sheet = onDemand(() => import('../shell/ShareModal.tsx'));

/**
 * Once a day; it can't be closed before its countdown has ended (docs/product.md#share-prompt). It waits
 * while a code is open: it would come between the customer and the counter.
 */
function SharePrompt() {
  const state = useValue(sheet.$state);
  const modals = useModalCount();
  const [hasBegun, setHasBegun] = useState(false);
  const canBegin = state.status === 'ready' && modals === 0;

  useEffect(() => {
    if (canBegin) setHasBegun(true);
  }, [canBegin]);

  return hasBegun && state.status === 'ready' ? <state.module.SharePromptSheet /> : null;
}

export const screen: Screen = { title: text.title, heading: 'read', Content: HomeScreen };

export const HomeIsland = () => <Screens first="home" screen={screen} />;
