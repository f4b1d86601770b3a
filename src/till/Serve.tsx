import { type SubmitEvent, useState } from 'react';
import * as text from '#text/till.ts';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { shortName } from '../lib/domain/payload.ts';
import type { TillStore } from './backend.ts';
import {
  give,
  isElsewhere,
  isFixed,
  nextCustomer,
  redeem,
  type Serving,
  undone,
} from './serving.ts';
import styles from './till.module.css';
import { Undo } from './Undo.tsx';

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
        <>
          <Next />
          {serving.given && (
            <Undo
              count={serving.given.count}
              onUndone={(taken) => undone(scan, taken)}
              stampId={serving.given.stampId}
              storeId={store.id}
            />
          )}
        </>
      ) : scan.code.kind === 'customer' ? (
        <Give key={scan.requestId} serving={serving} store={store} />
      ) : (
        <Redeem key={scan.requestId} serving={serving} store={store} />
      )}
    </>
  );
}

const Next = () => (
  <Button autoFocus onClick={nextCustomer} wide>
    {text.next}
  </Button>
);

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <bdi>{children}</bdi>
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
        <Fact term={text.customer}>{serving.scan.customer}</Fact>
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
  const { scan } = serving;
  const { code, offer } = scan;
  if (code.kind !== 'redemption') return null;
  if (offer === 'gone' || isElsewhere(scan, store.id))
    return (
      <>
        <Banner tone="error">{offer === 'gone' ? text.rewardGone : text.otherStore}</Banner>
        <Next />
      </>
    );
  if (serving.step === 'looking')
    return (
      <>
        <p role="status">{text.lookingUp}</p>
        <Button onClick={nextCustomer} rank="plain" wide>
          {text.cancel}
        </Button>
      </>
    );
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void redeem(scan, notes);
  };
  return (
    <form aria-label={text.redeemTitle} className={styles.form} onSubmit={onSubmit}>
      <h2>{text.redeemTitle}</h2>
      <dl className={styles.facts}>
        <Fact term={text.customer}>{scan.customer}</Fact>
        <Fact term={text.reward}>{offer?.title ?? shortName(code.payload.reward_name)}</Fact>
        {offer && <Fact term={text.price}>{text.priceOf(offer.price)}</Fact>}
        <Fact term={text.atStore}>{offer?.store ?? shortName(code.payload.store_name)}</Fact>
      </dl>
      {offer === null && <Banner tone="info">{text.codesWord}</Banner>}
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
