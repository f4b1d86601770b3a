import { useEffect, useState } from 'react';
import { noConnection } from '#text/common.ts';
import { defaults } from '#text/messages.ts';
import { noneOfStore } from '#text/rewards.ts';
import * as text from '#text/store.ts';
import type { Id, Store } from '../../lib/domain/entities.ts';
import { paidFor } from '../../lib/domain/stamp-goal.ts';
import { storeMapLink } from '../../lib/domain/store-contact.ts';
import { redeemPath, routes, storeStampsPath } from '../../lib/routes.ts';
import { rewardInAddress, unlessLeft } from '../../lib/state/address.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { $lastSeen } from '../../lib/state/reading/offline.ts';
import {
  $progress,
  $rewardsBelow,
  $store,
  type Progress,
  readProgress,
  readStoreScreen,
  withGoal,
} from '../../lib/state/store.ts';
import { StampCard } from '../cards/StampCard.tsx';
import { StoreLogo } from '../cards/StoreLogo.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { RedeemLink } from '../screen/RedeemLink.tsx';
import { RewardGrid } from '../screen/RewardGrid.tsx';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import { type Screen, useTitle } from '../screen/shown-screens.ts';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import { StoreFacts } from './StoreFacts.tsx';
import styles from './StoreScreen.module.css';

/** A store, the customer's card there and its rewards (docs/product.md#store). */
export const StoreScreen = () => (
  <Saved name="store">
    <StoreOfAddress />
  </Saved>
);

function StoreOfAddress() {
  const state = useValue($store);
  return (
    <>
      {!shownValue(state) && <h1 className="visually-hidden">{defaults.storeName}</h1>}
      <Loaded
        state={state}
        skeleton={{ shape: 'store-header' }}
        retry={readStoreScreen}
        alternative={{ label: text.goHome, href: routes.home.path }}
      >
        {(store) => (
          <>
            <Header store={store} />
            {store.row && <StoreFacts row={store.row} />}
            <Card store={store} />
            {store.suspended ? <SuspendedNotice /> : <Rewards />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Header({ store }: { store: Store }) {
  useTitle(store.name);
  return (
    <header className={styles.header}>
      <StoreLogo
        seed={store.id}
        name={store.name}
        url={store.logoUrl}
        size="large"
        priority="now"
      />
      <div className={styles.words}>
        <h1 data-lines="20" dir="auto">
          {store.name}
        </h1>
        <p className={styles.address}>
          {store.address !== undefined && (
            <>
              <bdi>{store.address ?? text.noAddress}</bdi>
              {/* The dot never starts a line. */}
              {'\u00a0·\u00a0'}
            </>
          )}
          <a href={storeMapLink(store)} target="_blank" rel="noopener noreferrer">
            {text.map}
          </a>
        </p>
      </div>
    </header>
  );
}

function Card({ store }: { store: Store }) {
  const isOffline = useValue($lastSeen) !== null;
  return (
    <Loaded
      state={withGoal(useValue($progress), useValue($rewardsBelow), isOffline)}
      skeleton={{ shape: 'stamp-card' }}
      retry={readProgress}
    >
      {(progress) => <OwnCard store={store} progress={progress} />}
    </Loaded>
  );
}

const missingStamp = onDemand(() => import('./MissingStampSheet.tsx'));

interface CardProps {
  store: Store;
  progress: Progress;
}

/** The sheet is outside the card, which would clip it until it is modal. */
function OwnCard({ store, progress }: CardProps) {
  const [isMissing, setMissing] = useState(false);
  const sheet = useValue(missingStamp.$state);
  const openSheet = () => void missingStamp.whenReady(unlessLeft(() => setMissing(true)));
  return (
    <>
      <StampCard
        seed={store.id}
        storeName={store.name}
        logoUrl={store.logoUrl}
        {...progress}
        heading={text.yourStamps}
        suspended={store.suspended}
      >
        {!store.suspended && <Ready total={progress.total} />}
        <div className={styles.links}>
          {progress.total > 0 && <a href={storeStampsPath(store.id)}>{text.yourStampsHere}</a>}
          {!store.suspended && (
            <button type="button" aria-haspopup="dialog" onClick={openSheet}>
              {text.missingStamp}
            </button>
          )}
          {sheet.status === 'failed' && <p role="alert">{noConnection}</p>}
        </div>
      </StampCard>
      {sheet.status === 'ready' && (
        <sheet.module.MissingStampSheet
          open={isMissing}
          onClose={() => setMissing(false)}
          store={store}
          progress={progress}
        />
      )}
    </>
  );
}

/** The largest reward that the card pays for. */
function Ready({ total }: { total: number }) {
  const [reward] = paidFor(shownValue(useValue($rewardsBelow)) ?? [], total);
  return reward && <RedeemLink reward={reward} known={reward} />;
}

function SuspendedNotice() {
  const held = shownValue(useValue($progress))?.total ?? 0;
  return (
    <Banner tone="info" actions={[{ label: text.seeOthers, href: routes.rewards.path }]}>
      {text.suspended(held > 0)}
    </Banner>
  );
}

function Rewards() {
  const rewards = useValue($rewardsBelow);
  const count = shownValue(rewards)?.length;
  // Not in the first render, which takes over what was drawn for every address of this store.
  const [highlighted, setHighlighted] = useState<Id | null>(null);
  useEffect(() => setHighlighted(rewardInAddress('store')), []);
  const isOffline = useValue($lastSeen) !== null;
  // Below the card known from /home: the page has already said that it is offline.
  if (isOffline && count === undefined) return null;

  return (
    <section className={styles.rewards} aria-labelledby="store-rewards">
      <div className={styles.heading}>
        <h2 id="store-rewards">{text.rewards}</h2>
        {count !== undefined && <p>{text.rewardCount(count)}</p>}
      </div>
      <RewardGrid
        state={rewards}
        retry={readStoreScreen}
        countdown="detail"
        firstScreenCount={4}
        emptyText={noneOfStore}
        href={({ id }) => redeemPath(id)}
        highlighted={highlighted}
      />
    </section>
  );
}

export const screen: Screen = { title: defaults.storeName, heading: 'own', Content: StoreScreen };

export const StoreIsland = () => <Screens first="store" screen={screen} />;
