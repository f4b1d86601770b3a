import { useRef } from 'react';

import { noStamps, redeem, redeemAt, unableToLoad } from '#text/transactions.ts';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { isRedeemable } from '../../lib/domain/stamp-goal.ts';
import { rewardsPath } from '../../lib/routes.ts';
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
import { AllStamps } from './AllStamps.tsx';
import { DayPicker } from './DayPicker.tsx';
import { LatestStamp } from './LatestStamp.tsx';
import { MoreStamps } from './MoreStamps.tsx';
import { NearestStamp } from './NearestStamp.tsx';

/** One card a store, on the page of its newest stamp of the chosen day. */
export function DayStamps() {
  const state = useValue($stampGroups);
  const days = useRef<HTMLFieldSetElement>(null);
  const isToday = useValue($day) === useValue($today);
  return (
    <>
      <DayPicker group={days} />
      <Loaded
        state={state}
        skeleton={{ shape: 'stamp-card', count: SKELETON_CARDS }}
        retry={readStamps}
        message={(message) => unableToLoad('stamps', message)}
      >
        {({ items }) =>
          items.length === 0 ? (
            <>
              <EmptyState
                illustration={isToday ? null : 'card'}
                more={
                  <NearestStamp
                    quiet={state.status === 'failed'}
                    onLead={() => days.current?.focus()}
                  />
                }
              >
                {noStamps}
              </EmptyState>
              <LastStamps />
            </>
          ) : (
            <Cards groups={items} />
          )
        }
      </Loaded>
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

/** In sight on a day that has had none yet. Where they can't be had, the way to them is there. */
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
        <ButtonLink wide href={rewardsPath(storeId)} aria-label={redeemAt(storeName)}>
          {redeem}
        </ButtonLink>
      ) : (
        <LatestStamp stamp={latestStamp} />
      )}
      <AllStamps storeId={storeId} storeName={storeName} />
    </StampCard>
  );
}
