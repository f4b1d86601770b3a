import * as text from '#text/transactions.ts';
import { appDayStart, appNearDateText } from '../../lib/domain/day.ts';
import { $day, chooseDay } from '../../lib/state/listed-day.ts';
import {
  $nearestStamp,
  type NearestStamp as Nearest,
  readNearestStamp,
} from '../../lib/state/nearest-stamp.ts';
import { shownValue } from '../../lib/state/reading/loadable.ts';
import { retryRead } from '../../lib/state/reading/resource.ts';
import { FirstStamp } from '../screen/FirstStamp.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useValue } from '../use-value.ts';
import styles from './TransactionsScreen.module.css';

interface Props {
  /** The list itself has already said what could not be read. */
  quiet: boolean;
  /** Called when another day is listed: the button that led there is gone. */
  onFollow: () => void;
}

/** For a day without stamps: when the last one was, and a link there. Its space is reserved. */
export function NearestStamp({ quiet, onFollow }: Props) {
  const state = useValue($nearestStamp);
  const nearest = shownValue(state);
  return (
    <div className={styles.nearest}>
      {nearest === undefined && state.status === 'failed' && !quiet && (
        <Banner tone="error" retry={() => retryRead(readNearestStamp)}>
          {text.unableToLoad('stamps', state.message)}
        </Banner>
      )}
      {nearest === null && <FirstStamp />}
      {nearest && <Lead {...nearest} onFollow={onFollow} />}
    </div>
  );
}

function Lead({ day, storeName, onFollow }: Nearest & Pick<Props, 'onFollow'>) {
  const listed = useValue($day);
  const sentence = listed !== null && day > listed ? text.nextStamp : text.lastStamp;
  return (
    <>
      <p data-lines="3">
        {sentence(
          appNearDateText(Date.now())(appDayStart(day)),
          <bdi key="store">{storeName}</bdi>,
        )}
      </p>
      <Button
        rank="second"
        onClick={() => {
          chooseDay(day);
          onFollow();
        }}
      >
        {text.showThatDay}
      </Button>
    </>
  );
}
