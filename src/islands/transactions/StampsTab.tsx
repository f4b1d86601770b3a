import { useEffect } from 'react';
import { tryAgain } from '#text/common.ts';
import { dataErrors } from '#text/messages.ts';
import type { Id } from '../../lib/domain/entities.ts';
import { SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { $historyStore } from '../../lib/state/listed-day.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { Banner } from '../ui/Banner.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useValue } from '../use-value.ts';
import { DayStamps } from './DayStamps.tsx';

const history = onDemand(() => import('./StoreHistory.tsx'));
const showHistory = () => void history.whenReady(() => undefined);

/** The stamps of a day; of one store, where the address names one. */
export function StampsTab() {
  const storeId = useValue($historyStore);
  return storeId === null ? <DayStamps /> : <History storeId={storeId} />;
}

function History({ storeId }: { storeId: Id }) {
  const state = useValue(history.$state);
  useEffect(showHistory, []);
  if (state.status === 'ready') return <state.module.StoreHistory storeId={storeId} />;
  if (state.status === 'waiting') return <Skeleton shape="record" count={SKELETON_CARDS} />;
  return (
    <Banner tone="error" actions={[{ label: tryAgain, onClick: showHistory }]}>
      {dataErrors.loadStamps}
    </Banner>
  );
}
