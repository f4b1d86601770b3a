import { useRef } from 'react';
import * as text from '#text/transactions.ts';
import { appTimestampText, parseInstant } from '../../lib/domain/day.ts';
import type { Id, Stamp } from '../../lib/domain/entities.ts';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { isRedeemable } from '../../lib/domain/stamp-goal.ts';
import type { StampGroup } from '../../lib/domain/stamp-groups.ts';
import { rewardsPath, storeStampsPath } from '../../lib/routes.ts';
import { $day, $stampsPage, $today } from '../../lib/state/listed-day.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import {
  $lastGroups,
  $stampGroups,
  $stampsPages,
  goToStampsPage,
  type ListedGroup,
  readStamps,
} from '../../lib/state/transactions.ts';
import { StampCard } from '../cards/StampCard.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Pager } from '../ui/Pager.tsx';
import { useValue } from '../use-value.ts';
import { DayPicker } from './DayPicker.tsx';
import { NearestStamp } from './NearestStamp.tsx';
import styles from './TransactionsScreen.module.css';

/** One card a store, on the page of its newest stamp of the chosen day. */
export function DayStamps() {
  const state = useValue($stampGroups);
  const days = useRef<HTMLFieldSetElement>(null);
  const isEmpty = shownValue(state)?.items.length === 0;
  const isToday = useValue($day) === useValue($today);
  return (
    <>
      <DayPicker group={days} />
      <Loaded
        state={state}
        skeleton={{ shape: 'stamp-card', count: SKELETON_CARDS }}
        retry={readStamps}
        message={(message) => text.unableToLoad('stamps', message)}
      >
        {({ items }) => items.length > 0 && <Cards groups={items} />}
      </Loaded>
      <div aria-atomic={false} className="live" role="status">
        {isEmpty && (
          <EmptyState
            illustration={isToday ? null : 'card'}
            more={
              <NearestStamp
                quiet={state.status === 'failed'}
                onFollow={() => days.current?.focus()}
              />
            }
          >
            {text.noStamps}
          </EmptyState>
        )}
      </div>
      {isEmpty && <LastStamps />}
      <Pager
        page={useValue($stampsPage)}
        pages={useValue($stampsPages)}
        onPage={goToStampsPage}
        disabled={state.status === 'failed'}
      />
    </>
  );
}

function Cards({ groups }: { groups: readonly ListedGroup[] }) {
  return (
    <ul className="card-list">
      {groups.map((group) => (
        <li key={group.storeId}>
          {group.isContinued ? <MoreStamps group={group} /> : <Card group={group} />}
        </li>
      ))}
    </ul>
  );
}

/** On a day without stamps, those of the last day with some. If they can't be loaded, its link remains. */
function LastStamps() {
  const last = shownValue(useValue($lastGroups));
  return last && <Cards groups={last.items} />;
}

function Card({ group }: { group: ListedGroup }) {
  const { storeId, storeName, storeLogoUrl, total, goal, latestStamp } = group;
  return (
    <StampCard
      seed={storeId}
      storeName={storeName}
      logoUrl={storeLogoUrl}
      total={total}
      goal={goal}
    >
      {isRedeemable(total, goal) ? (
        <ButtonLink wide href={rewardsPath(storeId)} aria-label={text.redeemAt(storeName)}>
          {text.redeem}
        </ButtonLink>
      ) : (
        <LatestStamp stamp={latestStamp} />
      )}
      <AllStamps storeId={storeId} storeName={storeName} />
    </StampCard>
  );
}

/** Leads from a day's card to every stamp of its store. */
function AllStamps({ storeId, storeName }: { storeId: Id; storeName: string }) {
  return (
    <a
      className={styles.link}
      href={storeStampsPath(storeId)}
      aria-label={text.allStampsOf(storeName)}
    >
      {text.allStamps}
    </a>
  );
}

/**
 * What a store gave that day before the stamps on its card, which is on an earlier page
 * (docs/decisions/long-lists.md).
 */
function MoreStamps({ group }: { group: StampGroup }) {
  return (
    <section className={styles.more}>
      <h2 className={styles.name} data-lines="3">
        {text.earlierAt(<bdi key="store">{group.storeName}</bdi>)}
      </h2>
      {group.stamps.map((stamp) => (
        <LatestStamp key={stamp.id} stamp={stamp} />
      ))}
      <AllStamps {...group} />
    </section>
  );
}

/** 'Invoice #: 10482' or 'Stamp record', and when. */
export function LatestStamp({ stamp }: { stamp: Stamp }) {
  const at = parseInstant(stamp.createdAt);
  return (
    <p className={styles.latest} data-lines="3">
      {stamp.invoiceNumber === null ? (
        text.stampRecord
      ) : (
        <bdi>{text.invoice(stamp.invoiceNumber)}</bdi>
      )}
      {at !== null && (
        <>
          {' · '}
          <time dateTime={new Date(at).toISOString()}>{appTimestampText(at)}</time>
        </>
      )}
    </p>
  );
}
