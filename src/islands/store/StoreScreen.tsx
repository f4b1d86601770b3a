import { useEffect, useState } from 'react';
import { defaults, empty } from '#text/messages.ts';
import type { Id, Store } from '../../lib/domain/entities.ts';
import { mapsSearchLink } from '../../lib/domain/maps-link.ts';
import { redeemPath, routes, storeStampsPath } from '../../lib/routes.ts';
import { rewardInAddress } from '../../lib/state/address.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import {
  $progress,
  $store,
  $storeRewards,
  type Progress,
  readProgress,
  readStoreScreen,
} from '../../lib/state/stores.ts';
import { StampCard } from '../cards/StampCard.tsx';
import { StoreLogo } from '../cards/StoreLogo.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { RewardGrid } from '../screen/RewardGrid.tsx';
import { Banner } from '../ui/Banner.tsx';
import { useValue } from '../use-value.ts';
import { MissingStampButton } from './MissingStampButton.tsx';
import styles from './StoreScreen.module.css';

/** A store, the customer's card there and its rewards (docs/product.md#store). */
export function StoreScreen() {
  const state = useValue($store);
  return (
    <>
      {!shownValue(state) && <h1 className="visually-hidden">{defaults.storeName}</h1>}
      <Loaded
        state={state}
        skeleton={{ shape: 'store-header' }}
        retry={readStoreScreen}
        alternative={{ label: 'Go to home', href: routes.home.path }}
      >
        {(store) => (
          <>
            <Header store={store} />
            <Card store={store} />
            {store.suspended ? <SuspendedNotice /> : <Rewards />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Header({ store }: { store: Store }) {
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
        <h1 data-lines="6" dir="auto">
          {store.name}
        </h1>
        <p className={styles.address}>
          <bdi>{store.address ?? defaults.address}</bdi> ·{' '}
          <a
            href={mapsSearchLink([store.name, store.address].filter(Boolean).join(' '))}
            target="_blank"
            rel="noopener noreferrer"
          >
            Map
          </a>
        </p>
      </div>
    </header>
  );
}

function Card({ store }: { store: Store }) {
  return (
    <Loaded
      state={useValue($progress)}
      skeleton={{ shape: 'stamp-card', count: 1 }}
      retry={readProgress}
    >
      {(progress) => (
        <StampCard
          seed={store.id}
          storeName={store.name}
          logoUrl={store.logoUrl}
          {...progress}
          heading="Your Stamps"
          hideLogo
        >
          <CardLinks store={store} progress={progress} />
        </StampCard>
      )}
    </Loaded>
  );
}

function CardLinks({ store, progress }: { store: Store; progress: Progress }) {
  return (
    <div className={styles.links}>
      {progress.total > 0 && <a href={storeStampsPath(store.id)}>Your stamps here</a>}
      {!store.suspended && <MissingStampButton store={store} progress={progress} />}
    </div>
  );
}

function SuspendedNotice() {
  const held = shownValue(useValue($progress))?.total ?? 0;
  const yours = held > 0 ? ' The stamps you hold here stay yours.' : '';
  return (
    <Banner tone="info" actions={[{ label: 'See other rewards', href: routes.rewards.path }]}>
      {`This store is not taking part at present.${yours}`}
    </Banner>
  );
}

function Rewards() {
  const rewards = useValue($storeRewards);
  const count = shownValue(rewards)?.length;
  // Not with the first render: that takes over what was drawn for every address of this store.
  const [highlighted, setHighlighted] = useState<Id | null>(null);
  useEffect(() => setHighlighted(rewardInAddress()), []);

  return (
    <section className={styles.rewards} aria-labelledby="store-rewards">
      <div className={styles.heading}>
        <h2 id="store-rewards">Rewards</h2>
        {count !== undefined && <p>{count === 1 ? '1 reward' : `${count} rewards`}</p>}
      </div>
      <RewardGrid
        state={rewards}
        retry={readStoreScreen}
        countdown="detail"
        firstScreenCount={4}
        emptyText={empty.rewardsOfStore}
        href={({ id }) => redeemPath(id)}
        highlighted={highlighted}
      />
    </section>
  );
}
