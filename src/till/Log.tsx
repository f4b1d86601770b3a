import { useEffect, useRef, useState } from 'react';
import * as common from '#text/common.ts';
import * as text from '#text/till.ts';
import * as log from '#text/till-log.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { appTimestampText } from '../lib/domain/day.ts';
import type { TillStore } from './backend.ts';
import { LOG_PAGE, type LogEntry, tillLog } from './log-entries.ts';
import menu from './Menu.module.css';
import { $outcome, $store } from './serving.ts';
import type { Member } from './session.ts';
import styles from './till.module.css';
import { Undo, undone } from './Undo.tsx';

type State =
  | { status: 'loading' | 'loaded' }
  | { status: 'failed'; message: string; again: () => Promise<void> };

type Outcome = NonNullable<ReturnType<typeof $outcome.get>>;

function whatHappened({ call, outcome, stamp_count, more_refused }: LogEntry): string {
  if (outcome === 'more_refused') return log.logMoreRefused(more_refused);
  if (outcome !== 'done') return log.logRefused(call, outcome);
  if (call === 'undo_stamp') return text.logUndone(stamp_count);
  return call === 'give_stamp' ? text.logGiven(stamp_count) : text.logRedeemed(stamp_count);
}

/** For an account the log has only the id: the last part of it, as a store's people would say it. */
const shortId = (id: string): string => id.slice(-8);

/** What the store's tills did and were refused (docs/product.md#at-the-till). */
export function Log({ member, store }: { member: Member; store: TillStore }) {
  const [entries, setEntries] = useState<LogEntry[]>([]);
  const [state, setState] = useState<State>({ status: 'loading' });
  const [isComplete, setComplete] = useState(false);
  /** Only the last question counts: an earlier one may be answered after it. */
  const asked = useRef<object>(null);
  /** Null once this is no longer shown. */
  const list = useRef<HTMLOListElement>(null);

  const load = async (before: LogEntry | undefined, earlier: LogEntry[]) => {
    const own = {};
    asked.current = own;
    setState({ status: 'loading' });
    try {
      const page = await tillLog(store.id, before);
      if (asked.current !== own) return;
      setEntries([...earlier, ...page]);
      setComplete(page.length < LOG_PAGE);
      setState({ status: 'loaded' });
    } catch (thrown) {
      if (asked.current !== own) return;
      const message = thrown instanceof Error ? thrown.message : text.logFailed;
      setState({ status: 'failed', message, again: () => load(before, earlier) });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another store is another log.
  useEffect(() => void load(undefined, []), [store.id]);

  /** Tells someone who has closed the log before the answer. */
  const tellIfClosed = ({ customer_id }: LogEntry, said: Omit<Outcome, 'customer'>) => {
    if (list.current === null && $store.get() === store)
      $outcome.set({ ...said, customer: log.logCustomer(shortId(customer_id)) });
  };

  return (
    <div className={styles.form}>
      <ol className={menu.log} ref={list}>
        {entries.map((entry) => (
          <li data-refused={entry.outcome !== 'done'} key={entry.id}>
            <p>{whatHappened(entry)}</p>
            <p className={styles.hint}>
              {[
                appTimestampText(Date.parse(entry.happened_at)),
                entry.member_id === member.id ? log.byYou : log.byOther,
                entry.customer_id && log.logCustomer(shortId(entry.customer_id)),
                entry.invoice && log.logInvoice(entry.invoice),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {entry.canUndo && (
              <Undo
                count={entry.stamp_count}
                onRefused={(problem) =>
                  tellIfClosed(entry, { tone: 'info', words: (name) => [name, `: ${problem}`] })
                }
                onUndone={(taken) => {
                  const { count, held, store: at } = taken;
                  const words: Outcome['words'] = (name) => text.undone(count, name, held, at);
                  tellIfClosed(entry, { tone: 'success', words });
                  undone(taken);
                  // Even if the log can't be read again.
                  const after = { ...entry, canUndo: false };
                  setEntries((now) => now.map((other) => (other.id === entry.id ? after : other)));
                  if (list.current) void load(undefined, []);
                }}
                stampId={entry.stamp_id}
                storeId={store.id}
              />
            )}
          </li>
        ))}
      </ol>
      {/* Next to the buttons, a long way below the first entry. */}
      <div role="status">
        {state.status === 'loading' && <p>{common.loading}</p>}
        {state.status === 'loaded' && entries.length === 0 && <p>{log.logEmpty}</p>}
      </div>
      {state.status === 'failed' && (
        <Banner retry={state.again} tone="error">
          {state.message}
        </Banner>
      )}
      <div className={styles.row}>
        <Button onClick={() => void load(undefined, [])} rank="plain" wide>
          {log.refresh}
        </Button>
        {!isComplete && entries.length > 0 && (
          <Button onClick={() => void load(entries.at(-1), entries)} rank="second" wide>
            {log.older}
          </Button>
        )}
      </div>
    </div>
  );
}
