import { type MouseEvent, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { stamps } from '#text/plural.ts';
import * as text from '#text/till.ts';
import { Address } from '../islands/ui/Address.tsx';
import { Banner } from '../islands/ui/Banner.tsx';
import { Button } from '../islands/ui/Button.tsx';
import { useValue } from '../islands/use-value.ts';
import { shortName } from '../lib/domain/payload.ts';
import { isSecondTap } from '../lib/platform/second-tap.ts';
import { isFixed } from './asked.ts';
import type { TillStore } from './backend.ts';
import { customerId } from './decode.ts';
import {
  $outcome,
  $recentCustomers,
  give,
  nextCustomer,
  redeem,
  type Served,
  whyNotRedeemable,
} from './serving.ts';
import styles from './till.module.css';

const MAX_STAMPS = 100;

/** The customer whose code was scanned, and what is done for them. */
export function Serve({ serving, store }: { serving: Served; store: TillStore }) {
  const { code } = serving.scan;
  // What was typed stays for a fresh code of the same customer.
  const key = customerId(code);
  return code.kind === 'customer' ? (
    <Give key={key} serving={serving} store={store} />
  ) : (
    <Redeem key={key} serving={serving} />
  );
}

const Who = ({ serving }: { serving: Served }) => (
  <h2 className={styles.who} id="who">
    <Address of={serving.scan.customer} />
  </h2>
);

/** What is asked, what was refused, and the next steps: below everything, where a thumb is. */
function Foot({ serving, label }: { serving: Served; label: string }) {
  const isAsking = serving.step === 'asking';
  const [since] = useState(() => performance.now());
  const outcome = useValue($outcome);
  const recent = useValue($recentCustomers);
  const foot = useRef<HTMLDivElement>(null);
  /** Null if the press began before the button was there. */
  const pressedBy = useRef<string>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages above move the next steps down.
  useLayoutEffect(() => {
    foot.current?.scrollIntoView({ block: 'nearest' });
  }, [serving, outcome, recent]);
  // It appears by itself, maybe under a finger that was meant for what was there.
  const onClick = (event: MouseEvent) => {
    if (serving.step === 'found' && isSecondTap(event.nativeEvent, since, pressedBy.current))
      event.preventDefault();
  };
  return (
    <div className={styles.foot} ref={foot}>
      <p role="status">
        {isAsking ? (serving.isWaiting ? text.waitingForPhone : text.asking) : ''}
      </p>
      {serving.step === 'refused' && <Banner tone="error">{serving.problem}</Banner>}
      <div className={styles.row}>
        <Button onClick={nextCustomer} rank="plain">
          {/* What was asked can't be taken back. */}
          {serving.step === 'found' ? text.cancel : text.next}
        </Button>
        <Button
          // Read with the button, which gets the focus before anything else is read.
          aria-describedby="who what note"
          aria-disabled={isAsking}
          autoFocus
          className={styles.act}
          onClick={onClick}
          onPointerDown={({ pointerType }) => {
            pressedBy.current = pointerType;
          }}
          type="submit"
        >
          {serving.step === 'refused' ? text.again : label}
        </Button>
      </div>
    </div>
  );
}

/** Null if it is no number of stamps that can be given. */
function countOf(typed: string): number | null {
  const count = Number(typed);
  return Number.isInteger(count) && count >= 1 && count <= MAX_STAMPS ? count : null;
}

function Give({ serving, store }: { serving: Served; store: TillStore }) {
  const { scan } = serving;
  const [typed, setTyped] = useState(scan.typed?.count ?? '1');
  const [invoice, setInvoice] = useState(scan.typed?.invoice ?? '');
  /** The result of a press of − or +, for someone who does not see it. */
  const [stepped, setStepped] = useState('');
  const count = countOf(typed);
  const fixed = isFixed(serving);
  /** What was just given to the owner of this code, which may have come into view again. */
  const before = useValue($recentCustomers).find(
    (entry) => entry.given !== null && customerId(entry.scan.code) === customerId(scan.code),
  );
  const step = (by: number) => {
    const next = (count ?? 1) + by;
    if (fixed || !countOf(`${next}`)) return;
    setTyped(`${next}`);
    setStepped(stamps(next));
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (count !== null) void give(scan, store.id, count, invoice);
  };
  return (
    <form aria-label={text.giveTitle} className={styles.form} onSubmit={onSubmit}>
      <Who serving={serving} />
      {before && (
        <div id="note">
          <Banner quiet tone="info">
            {text.servedBefore(before.what)}
          </Banner>
        </div>
      )}
      <label htmlFor="invoice">
        {text.invoiceLabel} <span className={styles.hint}>({text.optional})</span>
      </label>
      <input
        autoComplete="off"
        autoCorrect="off"
        id="invoice"
        onChange={({ target }) => setInvoice(target.value)}
        readOnly={fixed}
        value={invoice}
      />
      <div className={styles.row}>
        <Button
          aria-disabled={fixed || count === 1}
          aria-label={text.fewer}
          onClick={() => step(-1)}
          rank="second"
        >
          −
        </Button>
        <input
          aria-label={text.countLabel}
          className={styles.count}
          id="count"
          // On an iPhone a number alone brings the keys of a sentence.
          inputMode="numeric"
          max={MAX_STAMPS}
          min={1}
          onChange={({ target }) => {
            setTyped(target.value);
            setStepped('');
          }}
          readOnly={fixed}
          required
          type="number"
          value={typed}
        />
        <Button
          aria-disabled={fixed || count === MAX_STAMPS}
          aria-label={text.more}
          onClick={() => step(1)}
          rank="second"
        >
          +
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {stepped}
      </p>
      <Foot
        // A fresh code is read out with its button.
        key={scan.requestId}
        label={count === null ? text.giveTitle : text.give(count)}
        serving={serving}
      />
    </form>
  );
}

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

function Redeem({ serving }: { serving: Served }) {
  const { scan } = serving;
  const [notes, setNotes] = useState(scan.typed?.notes ?? '');
  const { code, offer } = scan;
  if (code.kind !== 'redemption' || offer === 'gone') return <DeadEnd serving={serving} />;
  if (serving.step === 'looking')
    return (
      <>
        <Who serving={serving} />
        <p role="status">{text.lookingUp}</p>
        <Button autoFocus onClick={nextCustomer} rank="plain" wide>
          {text.cancel}
        </Button>
      </>
    );
  if (whyNotRedeemable(scan) !== null) return <DeadEnd serving={serving} />;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void redeem(scan, notes);
  };
  return (
    <form aria-label={text.redeemTitle} className={styles.form} onSubmit={onSubmit}>
      <Who serving={serving} />
      <dl className={styles.facts} id="what">
        <Fact term={text.reward}>{offer?.title ?? shortName(code.payload.reward_name)}</Fact>
        {offer && <Fact term={text.price}>{stamps(offer.price)}</Fact>}
        <Fact term={text.atStore}>{offer?.store ?? shortName(code.payload.store_name)}</Fact>
      </dl>
      {offer === null && (
        <div id="note">
          <Banner quiet tone="info">
            {text.codesWord}
          </Banner>
        </div>
      )}
      <label htmlFor="notes">
        {text.notesLabel} <span className={styles.hint}>({text.optional})</span>
      </label>
      <textarea
        id="notes"
        maxLength={500}
        onChange={({ target }) => setNotes(target.value)}
        readOnly={isFixed(serving)}
        rows={1}
        value={notes}
      />
      <Foot label={text.redeem} serving={serving} />
    </form>
  );
}

/** Nothing can be done with this code here; the next one is still read. */
const DeadEnd = ({ serving }: { serving: Served }) => (
  <>
    <Who serving={serving} />
    <Banner tone="error">{whyNotRedeemable(serving.scan)}</Banner>
    <Button autoFocus onClick={nextCustomer} wide>
      {text.next}
    </Button>
  </>
);
