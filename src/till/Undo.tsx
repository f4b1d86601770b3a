import { useId, useState } from 'react';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { type Given, Refusal, undoStamps } from './backend.ts';
import { $outcome, $recentCustomers, type RecentCustomer } from './serving.ts';
import styles from './till.module.css';

/** What was given is taken back: in the log, or from an entry, which may have left the list meanwhile. */
export function undone({ stampId, count, held, store }: Given, from?: RecentCustomer): void {
  const entry = from ?? $recentCustomers.get().find(({ given }) => given?.stampId === stampId);
  if (entry === undefined) return;
  const after = { ...entry, what: text.logUndone(count), given: null };
  $recentCustomers.set($recentCustomers.get().map((other) => (other === entry ? after : other)));
  $outcome.set({
    tone: 'success',
    customer: entry.scan.customer,
    words: (name) => text.undone(count, name, held, store),
  });
}

interface Props {
  storeId: number;
  /** What was given, in one go. */
  stampId: number;
  count: number;
  /** What it is next to, if there are several. */
  what?: string;
  onUndone: (undone: Given) => void;
  /** Called even if this is no longer shown. */
  onRefused: (problem: string) => void;
}

type State =
  | { step: 'offered'; isKept?: true }
  | { step: 'sure' | 'asking' }
  | { step: 'refused'; problem: string; canRetry: boolean };

/** Takes back what was given by mistake. It asks first: the customer may have left. */
export function Undo({ storeId, stampId, count, what, onUndone, onRefused }: Props) {
  const [state, setState] = useState<State>({ step: 'offered' });
  const [requestId] = useState(() => crypto.randomUUID());
  const questionId = useId();
  const takeBack = async () => {
    setState({ step: 'asking' });
    try {
      onUndone(await undoStamps(stampId, { storeId, requestId }));
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : text.failed;
      const isUnanswered = thrown instanceof Refusal && thrown.isUnanswered;
      onRefused(isUnanswered ? text.unansweredLeft : problem);
      setState({
        step: 'refused',
        problem,
        // What the backend refuses in its own words stays refused.
        canRetry: !(thrown instanceof Refusal) || thrown.reason === null,
      });
    }
  };
  if (state.step === 'offered')
    return (
      <Button
        aria-label={text.undoOf(what ?? text.logGiven(count))}
        autoFocus={state.isKept}
        onClick={() => setState({ step: 'sure' })}
        rank="plain"
      >
        {text.undo}
      </Button>
    );
  if (state.step === 'refused')
    return (
      <Banner retry={state.canRetry ? takeBack : undefined} tone="error">
        {state.problem}
      </Banner>
    );
  const isAsking = state.step === 'asking';
  return (
    <div className={styles.form}>
      <p id={questionId} role="status">
        {isAsking ? text.asking : text.undoQuestion(count)}
      </p>
      <div className={styles.row}>
        {/* First, so that a second tap in the same place takes nothing. */}
        <Button
          // Read with the button that gets the focus, so that the question is heard in full.
          aria-describedby={questionId}
          aria-disabled={isAsking}
          autoFocus
          onClick={() => !isAsking && setState({ step: 'offered', isKept: true })}
          rank="plain"
        >
          {text.keep}
        </Button>
        <Button aria-disabled={isAsking} onClick={() => !isAsking && void takeBack()} rank="second">
          {text.takeBack}
        </Button>
      </div>
    </div>
  );
}
