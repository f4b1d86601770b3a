import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';
import ticket from './Ticket.module.css';

type Shape = keyof typeof shapes;

interface Props {
  shape: Shape;
  count?: number;
}

const Line = ({ of = 'm' }: { of?: 's' | 'm' | 'l' }) => (
  <span className={styles.line} data-length={of} />
);

const Lines = ({ children }: { children: ReactNode }) => (
  <span className={styles.lines}>{children}</span>
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

const stampCard = () => (
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
);

const rewardStamps = () => (
  <span className={styles.stack}>
    <Slots />
    <Line of="s" />
    <Line of="l" />
    <span className={styles.button} />
  </span>
);

const shapes = {
  reward: () => (
    <Ticket
      head={
        <>
          <span className={styles.photo} />
          <span className={styles.about}>
            <span className={styles.logo} />
            <Lines>
              <Line of="l" />
              <Line of="s" />
            </Lines>
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
    <Lines>
      <span className={styles.wide} />
      <Line />
      <Line of="s" />
    </Lines>
  ),
  'event-row': () => (
    <span className={styles.card}>
      <span className={styles.thumb} />
      <Lines>
        <Line />
        <Line of="s" />
        <Line of="l" />
      </Lines>
    </span>
  ),
  'event-details': () => (
    <span className={styles.sheet}>
      <span className={styles.photo} />
      <span className={styles.padded}>
        <Line />
        <Line of="l" />
        <Line of="s" />
      </span>
    </span>
  ),
  'stamp-card': stampCard,
  redemption: () => (
    <span className={styles.card} data-flush="true">
      <span className={styles.thumb} />
      <Lines>
        <Line />
        <Line of="s" />
      </Lines>
    </span>
  ),
  /** The head of /store, and the card under it. */
  'store-header': () => (
    <span className={styles.stack}>
      <span className={styles.store}>
        <span className={styles.mark} />
        <Lines>
          <Line />
          <Line of="l" />
        </Lines>
      </span>
      {stampCard()}
    </span>
  ),
  redeem: () => (
    <Ticket
      head={
        <span className={styles.padded}>
          <span className={styles.picture} />
          <Lines>
            <Line />
            <Line of="l" />
          </Lines>
        </span>
      }
    >
      <span className={styles.padded}>{rewardStamps()}</span>
    </Ticket>
  ),
  'reward-stamps': rewardStamps,
  /** The account on /profile, with its heading and button. */
  account: () => (
    <span className={styles.account}>
      <Line of="s" />
      <span className={styles.card}>
        <span className={styles.dot} />
        <Lines>
          <Line />
          <Line of="s" />
        </Lines>
      </span>
      <span className={styles.button} />
    </span>
  ),
} as const satisfies Record<string, () => ReactNode>;

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
