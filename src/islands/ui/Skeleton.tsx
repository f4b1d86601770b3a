import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';
import ticket from './Ticket.module.css';

type Shape =
  | 'reward'
  | 'event'
  | 'event-row'
  | 'stamp-card'
  | 'redemption'
  | 'text'
  | 'store-header'
  | 'redeem'
  | 'account';

interface Props {
  shape: Shape;
  count?: number;
}

const Line = ({ of = 'm' }: { of?: 's' | 'm' | 'l' }) => (
  <span className={styles.line} data-length={of} />
);

const slots = Array.from({ length: 10 }, (_, index) => index);

const Slots = () => (
  <span className={styles.slots}>
    {slots.map((slot) => (
      <span className={styles.slot} key={slot} />
    ))}
  </span>
);

const Ticket = ({ head, children }: { head: ReactNode; children: ReactNode }) => (
  <span className={ticket.ticket}>
    <span className={ticket.head}>{head}</span>
    <span className={ticket.body}>{children}</span>
  </span>
);

const shapes: Readonly<Record<Shape, () => ReactNode>> = {
  reward: () => (
    <Ticket
      head={
        <>
          <span className={styles.photo} />
          <span className={styles.about}>
            <span className={styles.logo} />
            <span className={styles.lines}>
              <Line of="l" />
              <Line of="s" />
            </span>
          </span>
        </>
      }
    >
      <span className={styles.about}>
        <Line />
      </span>
    </Ticket>
  ),
  event: () => (
    <span className={styles.lines}>
      <span className={styles.wide} />
      <Line />
      <Line of="s" />
    </span>
  ),
  'event-row': () => (
    <span className={styles.card}>
      <span className={styles.thumb} />
      <span className={styles.lines}>
        <Line />
        <Line of="s" />
        <Line of="l" />
      </span>
    </span>
  ),
  'stamp-card': () => (
    <Ticket
      head={
        <span className={styles.row}>
          <span className={styles.logo} />
          <Line />
        </span>
      }
    >
      <span className={styles.padded}>
        <Slots />
        <Line />
      </span>
    </Ticket>
  ),
  redemption: () => (
    <span className={styles.card} data-flush="true">
      <span className={styles.thumb} />
      <span className={styles.lines}>
        <Line />
        <Line of="s" />
      </span>
    </span>
  ),
  text: () => (
    <span className={styles.lines}>
      <Line of="l" />
      <Line />
    </span>
  ),
  'store-header': () => (
    <span className={styles.store}>
      <span className={styles.mark} />
      <span className={styles.lines}>
        <Line />
        <Line of="l" />
      </span>
    </span>
  ),
  redeem: () => (
    <Ticket
      head={
        <span className={styles.padded}>
          <span className={styles.picture} />
          <Line />
          <Line of="l" />
        </span>
      }
    >
      <span className={styles.padded}>
        <Slots />
        <Line of="l" />
        <span className={styles.button} />
      </span>
    </Ticket>
  ),
  account: () => (
    <span className={styles.account}>
      <span className={styles.dot} />
      <span className={styles.lines}>
        <Line />
        <Line of="s" />
      </span>
    </span>
  ),
};

const layouts: Readonly<Partial<Record<Shape, string>>> = {
  reward: 'card-grid',
  event: 'card-row',
};

/** Waiting looks like the thing awaited: the same boxes, in the same grid. */
export function Skeleton({ shape, count = 1 }: Props) {
  const draw = shapes[shape];
  const items = Array.from({ length: count }, (_, index) => index);
  return (
    <div role="status">
      <span className="visually-hidden">Loading</span>
      <div aria-hidden="true" className={layouts[shape] ?? 'card-list'}>
        {items.map((item) => (
          <span className={styles.item} key={item}>
            {draw()}
          </span>
        ))}
      </div>
    </div>
  );
}
