import * as text from '#text/my-data.ts';
import { yourData } from '#text/shell.ts';
import { aboutMeLines } from '../../lib/domain/my-data.ts';
import { DATA_PATH, routes } from '../../lib/routes.ts';
import {
  $aboutMe,
  $canDelete,
  $collection,
  $dataShown,
  download,
  readAboutMe,
} from '../../lib/state/my-data.ts';
import { $person } from '../../lib/state/session/session.ts';
import { Loaded } from '../screen/Loaded.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useSaid } from '../ui/use-said.ts';
import { useValue } from '../use-value.ts';
import { DataDocument } from './DataDocument.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import styles from './MyData.module.css';
import { Reminders } from './Reminders.tsx';
import { facts } from './skeletons.tsx';

/** 'Notifications on this phone' and 'Your data' of the profile; all of it, if the address asks for that. */
export function MyData() {
  if (useValue($dataShown)) return <DataDocument />;
  return (
    <>
      <Reminders />
      <AboutMe />
    </>
  );
}

/** Six lines about what is known, and the ways to save it and to delete it. */
function AboutMe() {
  const person = useValue($person);
  return (
    <section aria-labelledby="your-data" className={styles.section}>
      <h2 id="your-data">{yourData}</h2>
      <Loaded beside state={useValue($aboutMe)} skeleton={{ shape: facts }} retry={readAboutMe}>
        {(about) => (
          <dl className={styles.lines}>
            {aboutMeLines(about, person?.email ?? null).map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd data-lines="6" dir="auto">
                  <Address of={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      <p className={styles.note}>
        {text.note(
          <a key="policy" href={routes.privacyPolicy.path}>
            {text.privacyPolicy}
          </a>,
        )}
      </p>
      {/* Its message is for one person only. */}
      <Download key={person?.id} />
      <a className={styles.link} href={DATA_PATH}>
        {text.readAll}
      </a>
      {useValue($canDelete) ? (
        <DeleteAccount />
      ) : (
        <p className={styles.note}>{text.deletion.byOperator}</p>
      )}
    </section>
  );
}

function Download() {
  const state = useValue($collection);
  const [said, say] = useSaid();
  const isCollecting = state.status === 'collecting';
  return (
    <>
      <Button rank="second" wide aria-disabled={isCollecting} onClick={() => say(download())}>
        <Icon name="receipt" />
        {text.download}
      </Button>
      <p role="status" className={styles.said}>
        {isCollecting ? text.collecting(state.entries) : said}
      </p>
    </>
  );
}
