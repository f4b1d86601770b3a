import * as text from '#text/home.ts';
import { allStores } from '#text/site.ts';
import { routes } from '../../lib/routes.ts';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import { SectionHeading } from '../screen/SectionHeading.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { HomeEvents } from './HomeEvents.tsx';
import { HomeRewards } from './HomeRewards.tsx';
import { SharePrompt } from './SharePrompt.tsx';
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

export const screen: Screen = { title: text.title, heading: 'read', Content: HomeScreen };

export const HomeIsland = () => <Screens first="home" screen={screen} />;
