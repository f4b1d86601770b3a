import { useEffect } from 'react';
import { processing } from '#text/messages.ts';
import * as text from '#text/transactions.ts';
import { loginPath } from '../../lib/domain/redirect.ts';
import { withWebView } from '../../lib/domain/web-view.ts';
import { routes } from '../../lib/routes.ts';
import { $historyStore } from '../../lib/state/listed-day.ts';
import { $isProcessing, redemptionListed } from '../../lib/state/redeem/redemption-state.ts';
import { $session } from '../../lib/state/session/session.ts';
import { isWebView } from '../../lib/state/session/web-view.ts';
import { $listsSettled, $tab, chooseTab } from '../../lib/state/transactions.ts';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import type { Screen } from '../screen/shown-screens.ts';
import { Banner } from '../ui/Banner.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useValue } from '../use-value.ts';
import { DayStamps } from './DayStamps.tsx';
import { RedemptionsTab } from './RedemptionsTab.tsx';
import { StoreHistory } from './StoreHistory.tsx';
import styles from './TransactionsScreen.module.css';

const PANEL = 'transactions-panel';

const tabs = [
  { id: 'stamps', label: text.stampsTab },
  { id: 'redemptions', label: text.redemptionsTab },
] as const;

/** Stamps by day and redemptions (docs/product.md#transactions). */
export const TransactionsScreen = () => (
  <Saved name="transactions">
    <Transactions />
  </Saved>
);

function Transactions() {
  const session = useValue($session);
  const tab = useValue($tab);
  const isProcessing = useValue($isProcessing);
  // Watches both lists, so that the second tab is there before it is asked for.
  const isSettled = useValue($listsSettled);

  useEffect(() => {
    // A screen that is shown again gets here before it hears that its data is being read again.
    if (isSettled && $listsSettled.get()) redemptionListed();
  }, [isSettled]);

  if (session.status === 'signed-out') {
    return (
      <EmptyState
        illustration="card"
        action={{
          label: text.signIn,
          href: withWebView(loginPath(routes.transactions.path), isWebView()),
        }}
      >
        {text.signedOut}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="live" role="status">
        {isProcessing && (
          <Banner tone="info" quiet>
            {processing}
          </Banner>
        )}
      </div>
      <Tabs label={text.title} tabs={tabs} selected={tab} onSelect={chooseTab} panelId={PANEL} />
      <div
        id={PANEL}
        role="tabpanel"
        aria-labelledby={`${PANEL}-${tab}-tab`}
        className={styles.panel}
      >
        {tab === 'stamps' ? <StampsTab /> : <RedemptionsTab />}
      </div>
      <p className={styles.note}>{text.reset}</p>
    </>
  );
}

/** The stamps of a day; of one store, if the address names one. */
function StampsTab() {
  const storeId = useValue($historyStore);
  return storeId === null ? <DayStamps /> : <StoreHistory storeId={storeId} />;
}

export const screen: Screen = { title: text.title, heading: 'shown', Content: TransactionsScreen };

export const TransactionsIsland = () => <Screens first="transactions" screen={screen} />;
