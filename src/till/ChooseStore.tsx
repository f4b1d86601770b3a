import * as common from '#text/common.ts';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { useValue } from '../islands/use-value.ts';
import { $stores, chooseStore, loadStores, type Member, signOut } from './session.ts';
import styles from './till.module.css';

/** Which store: asked of someone who works in several, and told to someone who works in none. */
export function ChooseStore({ member }: { member: Member }) {
  const state = useValue($stores);
  return (
    <main className={styles.narrow}>
      <h1>{text.chooseStore}</h1>
      <div role="status">{state.status === 'loading' && <p>{text.loadingStores}</p>}</div>
      {state.status === 'failed' && (
        <Banner
          actions={[{ label: common.tryAgain, onClick: () => void state.again() }]}
          tone="error"
        >
          {state.message}
        </Banner>
      )}
      {state.status === 'loaded' && state.stores.length === 0 && (
        <Banner
          actions={[{ label: common.tryAgain, onClick: () => void loadStores() }]}
          tone="info"
        >
          {text.noMembership(member.email)}
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
