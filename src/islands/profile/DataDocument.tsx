import { useEffect } from 'react';
import * as text from '#text/my-data.ts';
import { appTimestampText } from '../../lib/domain/day.ts';
import { dataSections, type MyData } from '../../lib/domain/my-data.ts';
import { routes } from '../../lib/routes.ts';
import { $collection, collect, printShown, saveShown } from '../../lib/state/my-data.ts';
import { $person } from '../../lib/state/session/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useSaid } from '../ui/use-said.ts';
import { useValue } from '../use-value.ts';
import styles from './DataDocument.module.css';

const start = () => void collect();

/** Everything that is kept about the customer, to be read and printed. */
export function DataDocument() {
  const state = useValue($collection);
  // As soon as it is known whose data it is.
  const id = useValue($person)?.id;
  useEffect(() => {
    if (id !== undefined) start();
  }, [id]);
  return (
    <section aria-labelledby="all-data" className={styles.document} data-my-data>
      <h2 id="all-data">{text.allTitle}</h2>
      <p className={styles.ways}>
        <a href={routes.profile.path}>{text.back}</a>
      </p>
      {state.status === 'failed' && (
        <Banner tone="error" retry={start}>
          {state.message}
        </Banner>
      )}
      <p role="status" className={styles.said}>
        {state.status === 'collecting' && text.collecting(state.entries)}
      </p>
      {state.status === 'collecting' && <Skeleton shape="record" count={4} />}
      {state.status === 'ready' && <Collected data={state.data} />}
    </section>
  );
}

function Collected({ data }: { data: MyData }) {
  const [said, say] = useSaid();
  return (
    <>
      <p>{text.asOf(appTimestampText(data.at))}</p>
      {!data.isComplete && <p>{text.myDataTexts.partial}</p>}
      <div className={styles.actions}>
        <Button rank="second" onClick={printShown}>
          {text.print}
        </Button>
        <Button rank="second" onClick={() => say(saveShown())}>
          {text.download}
        </Button>
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {dataSections(data).map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3>
            {title} <span className={styles.count}>({lines.length})</span>
          </h3>
          <ul className={styles.entries}>
            {lines.map((line, index) => (
              // Lines never move, and two may be identical.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
