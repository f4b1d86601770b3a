import { useState } from 'react';
import { noConnection } from '#text/common.ts';
import * as text from '#text/events.ts';
import { appNearDateText, parseInstant, withTimeOfDay } from '../../lib/domain/day.ts';
import type { StoreEvent } from '../../lib/domain/entities.ts';
import { routes } from '../../lib/routes.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { unlessLeft } from '../../lib/state/address.ts';
import { $event, readEvent } from '../../lib/state/events.ts';
import { onDemand } from '../../lib/state/on-demand.ts';
import { KeepActions } from '../screen/KeepActions.tsx';
import { Loaded } from '../screen/Loaded.tsx';
import { Saved } from '../screen/Saved.tsx';
import { Screens } from '../screen/Screens.tsx';
import { type Screen, useTitle } from '../screen/shown-screens.ts';
import { Icon } from '../ui/Icon.tsx';
import { Photo } from '../ui/Photo.tsx';
import { useValue } from '../use-value.ts';
import styles from './ViewEventScreen.module.css';

/** One event (docs/product.md#one-event). */
export const ViewEventScreen = () => (
  <Saved name="event">
    <EventDetails />
  </Saved>
);

const modal = onDemand(() => import('../ui/Modal.tsx'));

function EventDetails() {
  return (
    <Loaded
      state={useValue($event)}
      skeleton={{ shape: 'event-details' }}
      retry={readEvent}
      alternative={{ label: text.goBack, href: routes.events.path }}
    >
      {(event) => <Details event={event} />}
    </Loaded>
  );
}

function Details({ event }: { event: StoreEvent }) {
  const [enlarged, setEnlarged] = useState(false);
  useTitle(event.name);
  const sheet = useValue(modal.$state);
  const date = parseInstant(event.date);
  return (
    <article className={styles.card}>
      <button
        type="button"
        className={styles.photo}
        aria-label={text.enlarge}
        aria-haspopup="dialog"
        onClick={() => void modal.whenReady(unlessLeft(() => setEnlarged(true)))}
      >
        <Photo
          sized={sizedPhoto(event.photo, 'event')}
          src={event.photo}
          alt=""
          seed={event.id}
          priority="first"
        />
      </button>
      <div className={styles.words}>
        {sheet.status === 'failed' && <p role="alert">{noConnection}</p>}
        <h2 data-lines="20" dir="auto">
          {event.name}
        </h2>
        {event.title && (
          <p data-lines="20" dir="auto">
            {event.title}
          </p>
        )}
        <p className={styles.date}>
          <Icon name="calendar" />
          {date === null ? (
            text.noDate
          ) : (
            <time dateTime={new Date(date).toISOString()}>
              {withTimeOfDay(date, appNearDateText(Date.now()))}
            </time>
          )}
        </p>
        <KeepActions item={{ kind: 'event', event }} date={event.date} />
      </div>
      {sheet.status === 'ready' && (
        <sheet.module.Modal
          open={enlarged}
          onClose={() => setEnlarged(false)}
          title={text.photoOf(event.name)}
          kind="photo"
        >
          <Photo
            src={event.photo}
            alt={text.photoOf(event.name)}
            seed={event.id}
            priority="first"
          />
        </sheet.module.Modal>
      )}
    </article>
  );
}

export const screen: Screen = {
  title: text.detailsTitle,
  heading: 'shown',
  Content: ViewEventScreen,
};

export const ViewEventIsland = () => <Screens first="viewEvent" screen={screen} />;
