import { shown as shownCount } from '#text/lists.ts';
import * as text from '#text/stores.ts';
import { LIST_PAGE_SIZE, SKELETON_CARDS } from '../../lib/domain/limits.ts';
import { $myCards } from '../../lib/state/my-cards.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import {
  $canChoose,
  $near,
  $openNow,
  $stores,
  readStores,
  restOfStores,
  showAllStores,
  toggleNear,
  toggleOpenNow,
} from '../../lib/state/store-list.ts';
import { Loaded } from '../screen/Loaded.tsx';
import { ShowMore } from '../screen/ShowMore.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { imagePriorityAt } from '../ui/use-image-fallback.ts';
import { useValue } from '../use-value.ts';
import { StoreRow } from './StoreRow.tsx';
import styles from './StoresScreen.module.css';

/** How many of them a phone shows without scrolling. */
const FIRST_SCREEN_COUNT = 5;

/** All stores that take part (docs/product.md#all-stores): for visitors too. */
export function StoresScreen() {
  const cards = shownValue(useValue($myCards)) ?? [];
  return (
    <>
      <Choices />
      <Loaded
        state={useValue($stores)}
        skeleton={{ shape: 'event-row', count: SKELETON_CARDS }}
        retry={readStores}
        alone
      >
        {(stores) =>
          stores.length === 0 ? (
            <None />
          ) : (
            <>
              <ul className={styles.list}>
                {stores.map((store, index) => (
                  <li key={store.id}>
                    <StoreRow
                      store={store}
                      card={cards.find(({ storeId }) => storeId === store.id)}
                      priority={imagePriorityAt(index, FIRST_SCREEN_COUNT)}
                    />
                  </li>
                ))}
              </ul>
              <ShowMore rest={restOfStores} count={stores.length} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const NEAR_NOTES = {
  off: null,
  locating: text.locating,
  refused: text.placeRefused,
  unknown: text.placeUnknown,
  on: text.nearest,
} as const;

function Choices() {
  const near = useValue($near);
  const openNow = useValue($openNow);
  // Once one is chosen, both stay: each choice reads the stores again, which makes that unknown.
  const areShown = useValue($canChoose) || near.status !== 'off' || openNow;
  return (
    <div className={styles.choices}>
      <fieldset aria-label={text.filters} className={styles.buttons}>
        <Choice
          isOn={near.status === 'on' || near.status === 'locating'}
          label={text.nearMe}
          onClick={() => void toggleNear()}
          shown={areShown}
        />
        <Choice isOn={openNow} label={text.openNow} onClick={toggleOpenNow} shown={areShown} />
      </fieldset>
      <p className={styles.note} role="status">
        {NEAR_NOTES[near.status]}
      </p>
      <ShownCount />
    </div>
  );
}

/** Says how many stores a choice shows; for a longer list its end does (ShowMore.tsx). */
function ShownCount() {
  const isNear = useValue($near).status === 'on';
  const openNow = useValue($openNow);
  const count = shownValue(useValue($stores))?.length;
  const isSaid = (isNear || openNow) && count !== undefined && count <= LIST_PAGE_SIZE;
  return (
    <p className="visually-hidden" role="status">
      {isSaid && shownCount(count)}
    </p>
  );
}

interface ChoiceProps {
  isOn: boolean;
  label: string;
  onClick: () => void;
  /** Its space is kept until it is known whether the backend can tell. */
  shown: boolean;
}

const Choice = ({ isOn, label, onClick, shown }: ChoiceProps) => (
  <button
    aria-pressed={isOn}
    className={styles.choice}
    disabled={!shown}
    onClick={onClick}
    type="button"
  >
    {label}
  </button>
);

function None() {
  const isNear = useValue($near).status === 'on';
  const openNow = useValue($openNow);
  if (!isNear && !openNow) return <EmptyState illustration="search">{text.none}</EmptyState>;
  return (
    <EmptyState
      illustration="search"
      more={
        <Button onClick={showAllStores} rank="second">
          {text.showAll}
        </Button>
      }
    >
      {openNow ? text.noneOpen : text.noneNear}
    </EmptyState>
  );
}
