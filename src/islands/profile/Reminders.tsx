import { tryAgain } from '#text/common.ts';
import * as text from '#text/reminders.ts';
import { REMINDER_KINDS } from '../../lib/domain/reminders.ts';
import { $reminders, readReminders, setKind, turnOff, turnOn } from '../../lib/state/reminders.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useValue } from '../use-value.ts';
import styles from './Reminders.module.css';

/** Whether this phone tells its owner something, and of what, each with a switch (docs/product.md#profile). */
export function Reminders() {
  const state = useValue($reminders);
  if (state.status === 'absent') return null;
  return (
    <section aria-labelledby="notifications" className={styles.section}>
      <h2 id="notifications">{text.heading}</h2>
      <div className={styles.content}>
        <Content state={state} />
      </div>
    </section>
  );
}

function Content({ state }: { state: ReturnType<typeof $reminders.get> }) {
  switch (state.status) {
    case 'loading':
      return <Skeleton shape="account" />;
    case 'failed':
      return (
        <Banner tone="error" actions={[{ label: tryAgain, onClick: () => void readReminders() }]}>
          {state.message}
        </Banner>
      );
    case 'impossible':
      return <p className={styles.note}>{text.impossible[state.why]}</p>;
    case 'ready':
      return (
        <>
          <p role="status">
            {state.kinds === null ? text.off : text.on(state.kinds.length, REMINDER_KINDS.length)}
          </p>
          {state.problem !== null && <Banner tone="error">{state.problem}</Banner>}
          {state.kinds !== null && <Switches kinds={state.kinds} />}
          <Button
            rank="second"
            wide
            aria-disabled={state.isBusy}
            onClick={() => void (state.kinds === null ? turnOn() : turnOff())}
          >
            {state.kinds === null ? text.turnOn : text.turnOff}
          </Button>
          <p className={styles.note}>{text.atMost}</p>
        </>
      );
    default:
      return null;
  }
}

function Switches({ kinds }: { kinds: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {REMINDER_KINDS.map((kind) => (
        <li key={kind}>
          <label className={styles.kind}>
            <span>{text.kinds[kind]}</span>
            <input
              type="checkbox"
              role="switch"
              checked={kinds.includes(kind)}
              aria-checked={kinds.includes(kind)}
              onChange={({ currentTarget }) => void setKind(kind, currentTarget.checked)}
            />
          </label>
        </li>
      ))}
    </ul>
  );
}
