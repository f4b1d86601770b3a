/**
 * What a phone is sent: declarative Web Push, which Safari shows by itself, and which the
 * worker turns into a notification everywhere else. It names only the store and the reward.
 */
import * as text from '../../../src/lib/text/en/notifications.ts';
import type { Taken } from './types.ts';

export function messageOf(taken: Taken, site: string): object {
  const { title, body, path } = contentOf(taken);
  return {
    web_push: 8030,
    notification: {
      title,
      body,
      navigate: site + path,
      tag: taken.kind,
      lang: 'en',
      icon: `${site}/icon-192.png`,
    },
    app_badge: taken.ready,
  };
}

function contentOf(taken: Taken): { title: string; body: string; path: string } {
  const { reward_title, store_name, reward_id, store_id, event_id, event_name } = taken;
  const reward = reward_title ?? '';
  const store = store_name ?? '';
  switch (taken.kind) {
    case 'reward_ready':
      return { ...text.rewardReady(reward, store), path: `/redeem?reward=${reward_id}` };
    case 'card_ends':
      return { ...text.cardEnds(reward, store), path: `/redeem?reward=${reward_id}` };
    case 'event_tomorrow':
      return { ...text.eventTomorrow(event_name), path: `/view-event/${event_id}` };
    case 'friday_highlights':
      return { ...text.fridayHighlights(reward, store), path: '/rewards' };
    case 'almost_there':
      return { ...text.almostThere(reward, store), path: `/store/${store_id}?reward=${reward_id}` };
  }
}
