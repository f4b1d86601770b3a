import { useEffect } from 'react';
import { empty, waiting } from '#text/messages.ts';
import { loginPath } from '../../lib/domain/redirect.ts';
import { withWebView } from '../../lib/domain/web-view.ts';
import { routes } from '../../lib/routes.ts';
import { $redeeming, finishRedeeming } from '../../lib/state/redeem/redeeming.ts';
import { $session } from '../../lib/state/session/session.ts';
import { isWebView } from '../../lib/state/session/web-view.ts';
import { $listsSettled, $tab, chooseTab } from '../../lib/state/transactions.ts';
import { Banner } from '../ui/Banner.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useValue } from '../use-value.ts';
import { RedemptionsTab } from './RedemptionsTab.tsx';
import { StampsTab } from './StampsTab.tsx';
import styles from './TransactionsScreen.module.css';

const PANEL = 'transactions-panel';

const tabs = [
  { id: 'stamps', label: 'Stamps' },
  { id: 'redemptions', label: 'Redemptions' },
] as const;

/** Stamps by day and redemptions (docs/product.md#transactions). */
export function TransactionsScreen() {
  const session = useValue($session);
  const tab = useValue($tab);
  const redeeming = useValue($redeeming);
  // Watches both lists: the second tab is there before it is asked for.
  const isSettled = useValue($listsSettled);

  useEffect(() => {
    if (isSettled) finishRedeeming();
  }, [isSettled]);

  if (session.status === 'signed-out') {
    return (
      <EmptyState
        illustration="card"
        action={{
          label: 'Sign in',
          href: withWebView(loginPath(routes.transactions.path), isWebView()),
        }}
      >
        {empty.transactionsSignedOut}
      </EmptyState>
    );
  }
  return (
    <>
      {redeeming && <Banner tone="info">{waiting.redemption}</Banner>}
      <Tabs label="Transactions" tabs={tabs} selected={tab} onSelect={chooseTab} panelId={PANEL} />
      <div
        id={PANEL}
        role="tabpanel"
        aria-labelledby={`${PANEL}-${tab}-tab`}
        className={styles.panel}
      >
        {tab === 'stamps' ? <StampsTab /> : <RedemptionsTab />}
      </div>
      <p className={styles.note}>Stamp records reset once a reward is redeemed.</p>
    </>
  );
}
