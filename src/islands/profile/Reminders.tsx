import * as text from '#text/reminders.ts';
import { REMINDER_KINDS, type ReminderKind } from '../../lib/domain/reminders.ts';
import { $reminders, readReminders, setKind, turnOff, turnOn } from '../../lib/state/reminders.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useValue } from '../use-value.ts';
import styles from './MyData.module.css';
import { reminders } from './skeletons.tsx';

/** Whether this phone notifies its owner, and about what, each with a switch (docs/product.md#profile). */
export function Reminders() {
  const state = useValue($reminders);
  return (
    <section aria-labelledby="notifications" className={styles.section}>
      <h2 id="notifications">{text.heading}</h2>
      <div className={styles.section}>
        <Content state={state} />
      </div>
    </section>
  );
}

function Content({ state }: { state: ReturnType<typeof $reminders.get> }) {
  switch (state.status) {
    case 'loading':
      return <Skeleton shape={reminders} />;
    case 'failed':
      return (
        <Banner quiet tone="calm" retry={readReminders}>
          {state.message}
        </Banner>
      );
    case 'absent':
      return <p className={styles.note}>{text.absent}</p>;
    case 'impossible':
      // If someone who was just asked refuses, this replaces the line that said 'off': it is announced.
      return (
        <p className={styles.note} role="status">
          {text.impossible[state.why]}
        </p>
      );
    default:
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
  }
}

function Switches({ kinds }: { kinds: readonly ReminderKind[] }) {
  return (
    <div className={styles.lines}>
      {REMINDER_KINDS.map((kind) => (
        <label key={kind}>
          {text.kinds[kind]}
          <input
            type="checkbox"
            role="switch"
            checked={kinds.includes(kind)}
            aria-checked={kinds.includes(kind)}
            onChange={({ currentTarget }) => void setKind(kind, currentTarget.checked)}
          />
        </label>
      ))}
    </div>
  );
}
