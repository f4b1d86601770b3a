import { type SubmitEvent, useState } from 'react';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import type { TillStore } from './backend.ts';
import { give, isFixed, nextCustomer, redeem, type Scan, type Serving } from './serving.ts';
import styles from './till.module.css';

type Served = Exclude<Serving, { step: 'scanning' }>;

const MAX_STAMPS = 100;

/** The customer whose code was scanned, and what is done for them. */
export function Serve({ serving, store }: { serving: Served; store: TillStore }) {
  const { scan } = serving;
  const isDone = serving.step === 'done';
  return (
    <>
      {/* There before it has something to say, or a screen reader may miss it. */}
      <div role="status">
        {isDone && (
          <Banner quiet tone="success">
            {serving.said}
          </Banner>
        )}
      </div>
      {isDone ? (
        <Button autoFocus onClick={nextCustomer} wide>
          {text.next}
        </Button>
      ) : scan.code.kind === 'customer' ? (
        <Give key={scan.requestId} serving={serving} store={store} />
      ) : (
        <Redeem key={scan.requestId} serving={serving} store={store} />
      )}
    </>
  );
}

function Customer({ scan }: { scan: Scan }) {
  return (
    <div>
      <dt>{text.customer}</dt>
      <dd>
        <bdi>{scan.customer}</bdi>
      </dd>
    </div>
  );
}

/** With the ways on, which stand below it. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' });

/** What is asked, what was refused, and the ways on. */
function Foot({ serving, label }: { serving: Served; label: string }) {
  const isAsking = serving.step === 'asking';
  return (
    <>
      <p role="status">
        {isAsking ? (serving.isWaiting ? text.waitingForPhone : text.asking) : ''}
      </p>
      {serving.step === 'refused' && (
        <div ref={intoView}>
          <Banner tone="error">{serving.problem}</Banner>
        </div>
      )}
      <Button aria-disabled={isAsking} autoFocus type="submit" wide>
        {serving.step === 'refused' ? text.again : label}
      </Button>
      <Button onClick={nextCustomer} rank="plain" wide>
        {/* What was asked can't be taken back. */}
        {serving.step === 'found' ? text.cancel : text.next}
      </Button>
    </>
  );
}

function Give({ serving, store }: { serving: Served; store: TillStore }) {
  const [count, setCount] = useState(1);
  const [invoice, setInvoice] = useState('');
  const fixed = isFixed(serving);
  const step = (by: number) => {
    if (fixed) return;
    setCount((now) => Math.min(MAX_STAMPS, Math.max(1, (Number.isNaN(now) ? 1 : now) + by)));
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void give(serving.scan, store.id, count, invoice);
  };
  return (
    <form aria-label={text.giveTitle} className={styles.form} onSubmit={onSubmit}>
      <h2>{text.giveTitle}</h2>
      <dl className={styles.facts}>
        <Customer scan={serving.scan} />
      </dl>
      <label htmlFor="count">{text.countLabel}</label>
      <div className={styles.row}>
        <Button
          aria-disabled={fixed}
          aria-label={text.fewer}
          onClick={() => step(-1)}
          rank="second"
        >
          −
        </Button>
        <input
          className={styles.count}
          id="count"
          max={MAX_STAMPS}
          min={1}
          onChange={({ target }) => setCount(target.valueAsNumber)}
          readOnly={fixed}
          required
          type="number"
          value={Number.isNaN(count) ? '' : count}
        />
        <Button aria-disabled={fixed} aria-label={text.more} onClick={() => step(1)} rank="second">
          +
        </Button>
      </div>
      <label htmlFor="invoice">
        {text.invoiceLabel} <span className={styles.hint}>({text.optional})</span>
      </label>
      <input
        autoComplete="off"
        id="invoice"
        maxLength={64}
        onChange={({ target }) => setInvoice(target.value)}
        readOnly={fixed}
        value={invoice}
      />
      <Foot label={text.give(Number.isNaN(count) ? 1 : count)} serving={serving} />
    </form>
  );
}

function Redeem({ serving, store }: { serving: Served; store: TillStore }) {
  const [notes, setNotes] = useState('');
  const { code } = serving.scan;
  if (code.kind !== 'redemption') return null;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void redeem(serving.scan, store.id, notes);
  };
  return (
    <form aria-label={text.redeemTitle} className={styles.form} onSubmit={onSubmit}>
      <h2>{text.redeemTitle}</h2>
      <dl className={styles.facts}>
        <Customer scan={serving.scan} />
        <div>
          <dt>{text.reward}</dt>
          <dd>
            <bdi>{code.payload.reward_name}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text.atStore}</dt>
          <dd>
            <bdi>{code.payload.store_name}</bdi>
          </dd>
        </div>
      </dl>
      <label htmlFor="notes">
        {text.notesLabel} <span className={styles.hint}>({text.optional})</span>
      </label>
      <textarea
        id="notes"
        maxLength={500}
        onChange={({ target }) => setNotes(target.value)}
        readOnly={isFixed(serving)}
        rows={2}
        value={notes}
      />
      <Foot label={text.redeem} serving={serving} />
    </form>
  );
}
