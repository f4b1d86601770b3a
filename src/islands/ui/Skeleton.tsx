import { createElement, type ReactNode } from 'react';
import { loading } from '#text/common.ts';
import styles from './Skeleton.module.css';
import ticketStyles from './Ticket.module.css';

type Shape = keyof typeof shapes;

interface Props {
  /** Or a function that draws it, if only one screen does. */
  shape: Shape | (() => ReactNode);
  count?: number;
}

/** One box of a drawing, named for what it stands for; Skeleton.module.css knows its size. */
export const box = (part: string, ...inside: ReactNode[]) =>
  createElement('span', { 'data-part': part }, ...inside);

export const short = () => box('short line');
export const line = () => box('line');
const long = () => box('long line');
export const lines = (...inside: ReactNode[]) => box('lines', ...inside);

const ticket = (head: ReactNode, body: ReactNode) => (
  <span className={ticketStyles.ticket}>
    <span className={ticketStyles.head}>{head}</span>
    <span className={ticketStyles.body}>{body}</span>
  </span>
);

const slots = () => box('slots', ...Array.from({ length: 10 }, () => box('slot')));

const stampCard = () =>
  ticket(box('row', box('logo'), line()), box('padded', slots(), line(), short()));

const rewardStamps = () => box('stack', slots(), short(), long(), box('button'));

const shapes = {
  reward: () =>
    ticket(
      box('top', box('photo'), box('about', box('logo'), lines(long(), short()))),
      box('about', lines(line(), short())),
    ),
  event: () => lines(box('wide'), line(), short()),
  'event-row': () => box('card', box('thumb'), lines(line(), short(), long())),
  'event-details': () => box('sheet', box('photo'), box('padded', line(), long(), short())),
  'stamp-card': stampCard,
  'small-card': () =>
    ticket(box('padded', box('logo'), line()), box('padded', box('small-slots'), line())),
  /** A line of a history. */
  record: () => box('card', lines(line(), short())),
  redemption: () => box('card flush', box('thumb'), lines(line(), short())),
  /** The head of /store, and the card under it. */
  'store-header': () => box('stack', box('store', box('mark'), lines(line(), long())), stampCard()),
  redeem: () =>
    ticket(box('padded', box('picture'), lines(line(), long())), box('padded', rewardStamps())),
  'reward-stamps': rewardStamps,
} as const satisfies Record<string, () => ReactNode>;

const layouts: Readonly<Partial<Record<Shape, string>>> = {
  reward: 'card-grid',
  event: 'card-row',
  'small-card': 'card-row',
};

/** Waiting looks like the thing awaited: the same boxes, in the same grid. */
export function Skeleton({ shape, count = 1 }: Props) {
  const isOwn = typeof shape === 'function';
  const draw = isOwn ? shape : shapes[shape];
  return (
    <div role="status">
      <span className="visually-hidden">{loading}</span>
      <div aria-hidden="true" className={(!isOwn && layouts[shape]) || 'card-list'}>
        {Array.from({ length: count }, (_, item) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike.
          <span className={styles.item} key={item}>
            {draw()}
          </span>
        ))}
      </div>
    </div>
  );
}
