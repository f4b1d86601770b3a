import { useEffect, useRef, useState } from 'react';
import * as common from '#text/common.ts';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { useValue } from '../islands/use-value.ts';
import type { TillStore } from './backend.ts';
import { LastCustomers, Said } from './Done.tsx';
import { CameraView } from './Scan.tsx';
import { Serve } from './Serve.tsx';
import { SignIn, takeFocus } from './SignIn.tsx';
import { listenToScanner } from './scanner.ts';
import { $isSuspended, $serving, $store, scannedByHand } from './serving.ts';
import {
  $session,
  $stores,
  chooseStore,
  loadStores,
  type Member,
  signOut,
  tryAgain,
} from './session.ts';
import styles from './till.module.css';

/** The store's app: sign in, choose the store, scan, give or redeem. */
export function Till() {
  const session = useValue($session);
  const store = useValue($store);
  if (session.status === 'loading' || session.status === 'out-of-reach')
    return <Start isOutOfReach={session.status === 'out-of-reach'} />;
  if (session.status !== 'signed-in') return <SignIn isEnded={session.status === 'ended'} />;
  if (store === null) return <ChooseStore member={session.member} />;
  return <AtWork key={store.id} member={session.member} store={store} />;
}

/** Until it is known who is here. */
function Start({ isOutOfReach }: { isOutOfReach: boolean }) {
  return (
    <main className={styles.narrow} tabIndex={-1}>
      <h1 ref={takeFocus} tabIndex={-1}>
        {text.title}
      </h1>
      <div role="status">{!isOutOfReach && <p>{common.loading}</p>}</div>
      {isOutOfReach && (
        <>
          <Banner retry={tryAgain} tone="error">
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

/** It may be below the camera's picture. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

type MenuPart = typeof import('./Menu.tsx').Menu;

/** Loaded while nobody waits for it, and again on a tap if that failed. */
const loadMenu = async (): Promise<MenuPart> => (await import('./Menu.tsx')).Menu;

/** A missing part must not make anything fail: the till goes on without it. */
const nothing = () => undefined;

function AtWork({ member, store }: { member: Member; store: TillStore }) {
  const serving = useValue($serving);
  const isSuspended = useValue($isSuspended);
  const isScanning = serving.step === 'scanning';
  const requestId = isScanning ? null : serving.scan.requestId;
  const scanTitle = useRef<HTMLHeadingElement>(null);
  const wasScanning = useRef(true);
  const [Menu, setMenu] = useState<MenuPart | null>(null);
  /** Whose scan was on the screen when it was opened: the next code closes it. */
  const [menuAt, setMenuAt] = useState<string | null>();
  const [isMenuMissing, setMenuMissing] = useState(false);
  const isMenuOpen = Menu !== null && menuAt === requestId;
  const closeMenu = () => setMenuAt(undefined);

  useEffect(() => {
    const stops = [listenToScanner(scannedByHand)];
    let isGone = false;
    void loadMenu().catch(nothing);
    void import('./signals.ts').then(({ followServing }) => {
      if (!isGone) stops.push(followServing());
    }, nothing);
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    // The button that was pressed is gone, and the focus was on it.
    if (isScanning && !wasScanning.current) scanTitle.current?.focus();
    wasScanning.current = isScanning;
  }, [isScanning]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: With the next customer.
  useEffect(closeMenu, [requestId]);

  const openMenu = async () => {
    setMenuMissing(false);
    try {
      const loaded = await loadMenu();
      setMenu(() => loaded);
      setMenuAt(requestId);
    } catch {
      setMenuMissing(true);
    }
  };

  return (
    <div className={styles.work}>
      <header className={styles.header}>
        <h1 ref={takeFocus} tabIndex={-1}>
          {isSuspended ? text.suspended(store.name) : store.name}
        </h1>
        <Button aria-haspopup="dialog" onClick={() => void openMenu()} rank="plain">
          {text.menu}
        </Button>
      </header>
      <main className={styles.main}>
        <CameraView isPaused={isMenuOpen} isServed={!isScanning} />
        <div className={styles.panel} tabIndex={-1}>
          {isScanning && (
            <h2 className="visually-hidden" ref={scanTitle} tabIndex={-1}>
              {text.scanTitle}
            </h2>
          )}
          {isMenuMissing && <Banner tone="error">{text.menuFailed}</Banner>}
          <Said isAlone={isScanning} />
          <LastCustomers store={store} />
          {!isScanning && <Serve serving={serving} store={store} />}
          {isScanning && serving.problem !== null && !isMenuOpen && (
            <div ref={intoView}>
              <Banner tone="error">{serving.problem}</Banner>
            </div>
          )}
        </div>
      </main>
      {isMenuOpen && <Menu member={member} onClose={closeMenu} store={store} />}
    </div>
  );
}

/** Asks someone who works in several stores which one it is, and tells someone who works in none. */
function ChooseStore({ member }: { member: Member }) {
  const state = useValue($stores);
  return (
    <main className={styles.narrow} tabIndex={-1}>
      <h1 ref={takeFocus} tabIndex={-1}>
        {text.chooseStore}
      </h1>
      <div role="status">
        {state.status === 'loading' && <p>{text.loadingStores}</p>}
        {state.status === 'loaded' && state.stores.length === 0 && (
          <Banner quiet retry={loadStores} tone="info">
            {text.noMembership(member.email)}
          </Banner>
        )}
      </div>
      {state.status === 'failed' && (
        <Banner retry={state.again} tone="error">
          {state.message}
        </Banner>
      )}
      {state.status === 'loaded' &&
        state.stores.map((store) => (
          <Button key={store.id} onClick={() => chooseStore(store)} rank="second" wide>
            {store.isSuspended ? text.suspended(store.name) : store.name}
          </Button>
        ))}
      <Button onClick={() => void signOut()} rank="plain" wide>
        {text.signOut}
      </Button>
    </main>
  );
}
