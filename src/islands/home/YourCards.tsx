import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { moreToChoose } from '#text/cards.ts';
import * as text from '#text/home.ts';
import { BASE_PATH } from '../../lib/base-path.ts';
import type { Card, Person } from '../../lib/domain/entities.ts';
import { HOME_CARDS } from '../../lib/domain/limits.ts';
import { routes, storePath } from '../../lib/routes.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { $myCards, readMyCards } from '../../lib/state/my-cards.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { $asksName } from '../../lib/state/own-name.ts';
import { $person } from '../../lib/state/session/session.ts';
import { SmallCard } from '../cards/SmallCard.tsx';
import { FirstStamp } from '../screen/FirstStamp.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { RedeemLink } from '../screen/RedeemLink.tsx';
import { classes } from '../ui/classes.ts';
import { Photo } from '../ui/Photo.tsx';
import ticket from '../ui/Ticket.module.css';
import { useValue } from '../use-value.ts';
import { CardRow } from './CardRow.tsx';
import styles from './YourCards.module.css';

/** How many of them a phone shows without a swipe. */
const IN_SIGHT = 3;

/** Needed by few, and only once. */
const ownName = onDemand(() => import('../screen/OwnName.tsx'));

function AskName({ person }: { person: Person }) {
  const state = useValue(ownName.$state);
  return (
    <div className={styles.ask}>
      {state.status === 'ready' && <state.module.OwnName person={person} skippable />}
    </div>
  );
}

/** The customer's own cards: what is ready first, then the nearest to full (docs/product.md#home). */
export function YourCards() {
  const person = useValue($person);
  const asksName = useValue($asksName);
  return (
    <>
      <div className={styles.cards}>
        <Loaded
          state={useValue($myCards)}
          skeleton={{ shape: 'small-card', count: IN_SIGHT }}
          retry={readMyCards}
        >
          {(cards) => (cards.length === 0 ? <NoCards /> : <Row cards={cards} />)}
        </Loaded>
      </div>
      {person && asksName && <AskName key={person.id} person={person} />}
    </>
  );
}

/** Scrolls all of a card into view for keys: browsers are content if a strip of it shows. */
function bringIntoSight({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const isReady = (card: Card): card is Card & { ready: object } => card.ready !== null;

function Row({ cards }: { cards: readonly Card[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const wasPressed = useRef(false);

  useEffect(() => {
    // The button is gone: the first card it revealed takes its place.
    if (showsAll && wasPressed.current)
      list.current?.children[HOME_CARDS]?.querySelector('a')?.focus();
    wasPressed.current = false;
  }, [showsAll]);

  const first = cards[0]?.storeId;
  const wasFirst = useRef(first);
  useEffect(() => {
    // Browsers keep what was there before in place, so what is ready would be out of sight. If the row is
    // only shown again it stays as it was.
    if (wasFirst.current !== first) list.current?.scrollTo({ left: 0, behavior: 'instant' });
    wasFirst.current = first;
  }, [first]);

  const showAll = () => {
    wasPressed.current = true;
    setShowsAll(true);
  };

  const count = cards.reduce((sum, { ready }) => sum + (ready?.count ?? 0), 0);
  return (
    <CardRow
      className={styles.row}
      data-ready={cards[0]?.ready != null}
      onFocus={bringIntoSight}
      ref={list}
    >
      {cards.slice(0, showsAll ? cards.length : HOME_CARDS).map((card, index) => (
        <li key={card.storeId}>
          {index === 0 && isReady(card) ? (
            <ReadyTicket card={card} others={count - 1} />
          ) : (
            <SmallCard card={card} priority={index < IN_SIGHT ? 'now' : 'near'} />
          )}
        </li>
      ))}
      {!showsAll && cards.length > HOME_CARDS && (
        <li>
          <button className={styles.all} onClick={showAll} type="button">
            {text.allCards(cards.length)}
          </button>
        </li>
      )}
    </CardRow>
  );
}

const NoCards = () => (
  <div className={styles.first}>
    <img alt="" height={81} src={`${BASE_PATH}/placeholder/empty-card.svg`} width={108} />
    <FirstStamp />
  </div>
);

interface ReadyTicketProps {
  card: Card & { ready: object };
  /** How many other rewards are ready. */
  others: number;
}

/** What can be redeemed now, in gold: the loudest thing on the screen, one tap from its code. */
function ReadyTicket({ card: { storeId, storeName, ready }, others }: ReadyTicketProps) {
  return (
    <article className={classes(ticket.ticket, styles.ticket)}>
      <a className={classes(ticket.head, styles.head)} href={storePath(storeId)}>
        <Photo
          alt=""
          className={styles.photo}
          priority="first"
          seed={ready.id}
          sized={sizedPhoto(ready.photo, 'card')}
          src={ready.photo}
        />
        <span className={styles.what} data-lines="3">
          <bdi>{ready.title}</bdi>&nbsp;· <bdi>{storeName}</bdi>
        </span>
      </a>
      <div className={classes(ticket.body, styles.body)}>
        <RedeemLink reward={ready} />
        {others > 0 && (
          <a className={styles.others} href={`${routes.rewards.path}?ready=1`}>
            {moreToChoose(others)}
          </a>
        )}
      </div>
    </article>
  );
}
