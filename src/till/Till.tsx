import { useEffect, useRef, useState } from 'react';
import * as common from '#text/common.ts';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { Tabs } from '../islands/ui/Tabs.tsx';
import { useValue } from '../islands/use-value.ts';
import type { TillStore } from './backend.ts';
import { ChooseStore } from './ChooseStore.tsx';
import { Log } from './Log.tsx';
import { CameraView, OtherWays } from './Scan.tsx';
import { Serve } from './Serve.tsx';
import { SignIn } from './SignIn.tsx';
import { $serving } from './serving.ts';
import { $session, $store, changeStore, type Member, signOut, tryAgain } from './session.ts';
import styles from './till.module.css';

/** The store's app: sign in, choose the store, scan, give or redeem. */
export function Till() {
  const session = useValue($session);
  const store = useValue($store);
  if (session.status === 'loading' || session.status === 'out-of-reach')
    return <Start isOutOfReach={session.status === 'out-of-reach'} />;
  if (session.status === 'signed-out') return <SignIn />;
  if (store === null) return <ChooseStore member={session.member} />;
  return <AtWork key={store.id} member={session.member} store={store} />;
}

/** Until it is known who is here. */
function Start({ isOutOfReach }: { isOutOfReach: boolean }) {
  return (
    <main className={styles.narrow}>
      <h1>{text.title}</h1>
      <div role="status">{!isOutOfReach && <p>{common.loading}</p>}</div>
      {isOutOfReach && (
        <>
          <Banner
            actions={[{ label: common.tryAgain, onClick: () => void tryAgain() }]}
            tone="error"
          >
            {text.outOfReach}
          </Banner>
          <Button onClick={() => void signOut()} rank="plain" wide>
            {text.signOut}
          </Button>
        </>
      )}
    </main>
  );
}

const TABS = [
  { id: 'scan', label: text.scan },
  { id: 'log', label: text.log },
] as const;

type Tab = (typeof TABS)[number]['id'];

/** Below the camera's picture, or above the field that was used. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function AtWork({ member, store }: { member: Member; store: TillStore }) {
  const [tab, setTab] = useState<Tab>('scan');
  const serving = useValue($serving);
  const isScanning = serving.step === 'scanning';
  const scanTitle = useRef<HTMLHeadingElement>(null);
  const wasScanning = useRef(true);
  useEffect(() => {
    // The button to the next customer is gone, and the focus was on it.
    if (isScanning && !wasScanning.current) scanTitle.current?.focus();
    wasScanning.current = isScanning;
  }, [isScanning]);
  return (
    <>
      <header className={styles.header}>
        <div>
          <h1>{store.isSuspended ? text.suspended(store.name) : store.name}</h1>
          <p className={styles.hint}>
            <bdi>{member.email}</bdi>
          </p>
        </div>
        <p className={styles.actions}>
          <button onClick={changeStore} type="button">
            {text.changeStore}
          </button>
          <button onClick={() => void signOut()} type="button">
            {text.signOut}
          </button>
        </p>
      </header>
      <main className={styles.narrow}>
        <Tabs label={text.sections} onSelect={setTab} panelId="panel" selected={tab} tabs={TABS} />
        <div
          aria-labelledby={`panel-${tab}-tab`}
          className={styles.panel}
          id="panel"
          role="tabpanel"
        >
          {/* Kept: the camera goes on behind the log, and behind whom is served. */}
          <div hidden={tab !== 'scan'}>
            {isScanning && (
              <h2 className="visually-hidden" ref={scanTitle} tabIndex={-1}>
                {text.scanTitle}
              </h2>
            )}
            <CameraView isHidden={!isScanning} />
            {serving.step === 'scanning' ? (
              <>
                {serving.problem !== null && (
                  <div ref={intoView}>
                    <Banner tone="error">{serving.problem}</Banner>
                  </div>
                )}
                <OtherWays />
              </>
            ) : (
              <Serve serving={serving} store={store} />
            )}
          </div>
          {tab === 'log' && <Log member={member} store={store} />}
        </div>
      </main>
    </>
  );
}
