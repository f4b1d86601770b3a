/** The product in another language than English: a catalogue in its place, and nothing else changed. */
import { cleanup, render } from '@testing-library/react';
import { createRef, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPlain, pseudoRoom, rooms, saidBy } from './pseudo.ts';

for (const room of rooms) {
  vi.doMock(`#text/${room}.ts`, async (english) => pseudoRoom(room, await english<object>()));
}

// All else is imported after that, or it would have taken the English rooms already.
const { memoryPlatform } = await import('../../memory-platform.ts');
const { card, reward, stamp } = await import('../domain/examples.ts');
const { setPlatform } = await import('../../../src/lib/platform/platform.ts');
const { $now } = await import('../../../src/lib/state/clock.ts');
const { openCalendar } = await import('../../../src/lib/state/stamp-days.ts');
const { chooseDay } = await import('../../../src/lib/state/listed-day.ts');
const { openReceipt } = await import('../../../src/lib/state/redeem/receipt.ts');
const { EventCard } = await import('../../../src/islands/cards/EventCard.tsx');
const { QrCode } = await import('../../../src/islands/cards/QrCode.tsx');
const { RedemptionCard } = await import('../../../src/islands/cards/RedemptionCard.tsx');
const { RewardCard } = await import('../../../src/islands/cards/RewardCard.tsx');
const { SmallCard } = await import('../../../src/islands/cards/SmallCard.tsx');
const { StampCard } = await import('../../../src/islands/cards/StampCard.tsx');
const { LoginPanel } = await import('../../../src/islands/login/LoginPanel.tsx');
const { RewardDetails } = await import('../../../src/islands/redeem/RewardDetails.tsx');
const { Loaded } = await import('../../../src/islands/screen/Loaded.tsx');
const { ReceiptSheet } = await import('../../../src/islands/screen/ReceiptSheet.tsx');
const { ShareModal } = await import('../../../src/islands/shell/ShareModal.tsx');
const { DayPicker } = await import('../../../src/islands/transactions/DayPicker.tsx');
const { LatestStamp } = await import('../../../src/islands/transactions/LatestStamp.tsx');
const { MonthCalendar } = await import('../../../src/islands/transactions/MonthCalendar.tsx');
const { Pager } = await import('../../../src/islands/ui/Pager.tsx');
const { countdownOf, countdownText, homeCountdownText } = await import(
  '../../../src/lib/domain/countdown.ts'
);
const { appTimestampText, appWeekdayDateText } = await import('../../../src/lib/domain/day.ts');
const { stampsNeededText } = await import('../../../src/lib/domain/stamp-goal.ts');
const { progressText, stampCountText } = await import('#text/progress.ts');
const { movedText } = await import('#text/guests.ts');

const NOW = Date.parse('2026-11-21T10:00:00+08:00');

/** What people and stores have written has no Latin letter here. */
const data = { id: '1', storeId: '7', storeName: 'Καφέ', storeLogoUrl: null };
const free = reward({ ...data, title: 'Δώρο', dateEnd: '2026-11-23T09:00:00+08:00' });
const event = { id: '1', name: 'Γιορτή', title: 'Μουσική', date: '2026-11-21T18:30:00+08:00' };
const redemption = {
  ...{ id: '1', userId: '1', storeName: 'Καφέ', rewardTitle: 'Δώρο', rewardPhoto: null },
  ...{ stampsSpent: 8, redeemedAt: null, createdAt: '2026-11-20T10:00:00Z', notes: 'Ναι' },
};
const nothing = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  setPlatform(memoryPlatform());
  $now.set(NOW);
});

afterEach(() => {
  cleanup();
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
});

const stampCard = { seed: '7', storeName: 'Καφέ', logoUrl: null, goal: 10 };
const parts: [string, () => ReactElement][] = [
  ['an event', () => <EventCard event={{ ...event, photo: null }} layout="row" />],
  [
    'an event without anything',
    () => (
      <EventCard
        event={{ ...event, name: '', title: null, date: null, photo: null }}
        layout="tile"
      />
    ),
  ],
  ['a code', () => <QrCode label="" svg={{ size: 37, path: '' }} />],
  ['a code on its way', () => <QrCode label="" svg={null} />],
  ['a code that failed', () => <QrCode failed label="" svg={null} onRetry={nothing} />],
  ['a redemption', () => <RedemptionCard redemption={redemption} onReceipt={nothing} />],
  ['a reward', () => <RewardCard countdown="home" held={8} href="/" reward={free} />],
  ['a reward in words', () => <RewardCard countdown="detail" held={3} href="/" reward={free} />],
  [
    'a reward without anything',
    () => (
      <RewardCard
        countdown="detail"
        href="/"
        reward={{ ...free, title: '', storeName: null, stampsNeeded: null, dateEnd: null }}
      />
    ),
  ],
  ['a small card', () => <SmallCard card={card({ ...data, total: 3 })} priority="now" />],
  [
    'a small card that is full',
    () => <SmallCard card={card({ ...data, ready: { id: '1', title: 'Δώρο' } })} priority="now" />,
  ],
  ...[0, 7, 9, 10, 12, 37].map((total): [string, () => ReactElement] => [
    `a card of ${total} stamps`,
    () => <StampCard {...stampCard} total={total} />,
  ]),
  ['the ways to sign in', () => <LoginPanel />],
  ['the details of a reward', () => <RewardDetails reward={free} />],
  [
    'an error',
    () => (
      <Loaded
        retry={nothing}
        skeleton={{ shape: 'reward' }}
        state={{ status: 'failed', message: '', retryable: true }}
      >
        {() => null}
      </Loaded>
    ),
  ],
  ['the share sheet', () => <ShareModal open onClose={nothing} secondsLeft={3} offersCode />],
  ['a stamp', () => <LatestStamp stamp={stamp({ ...data, invoiceNumber: '7' })} />],
  ['the day', () => <DayPicker group={createRef()} />],
  ['a pager', () => <Pager page={2} pages={3} onPage={nothing} />],
  [
    'a receipt',
    () => {
      openReceipt(redemption);
      return <ReceiptSheet />;
    },
  ],
  [
    'a month',
    () => {
      chooseDay('2026-11-20');
      openCalendar();
      return <MonthCalendar />;
    },
  ],
];

describe('another language', () => {
  it.each(parts)('another language: %s says no word of English', (_, part) => {
    const { baseElement } = render(part());
    const said = saidBy(baseElement);
    expect(said).not.toEqual([]);
    expect(said.filter(isPlain)).toEqual([]);
  });

  it('another language: the rules say no word of English', () => {
    const ends = ['2026-11-24', '2026-11-22', '2026-11-21', '2026-11-20', 'soon', null];
    const left = ends.map((end) => countdownOf(end)(NOW));
    const said = [
      ...left.flatMap((end) => [countdownText(end), homeCountdownText(end)]),
      ...[0, 1, 5, 8, 20].flatMap((total) => [progressText(total, 8), stampCountText(total, 8)]),
      ...[null, 1, 8].map((needed) => stampsNeededText({ stampsNeeded: needed })),
      movedText({ moved: 1, leftBehind: 2 }),
      appTimestampText(NOW),
      appWeekdayDateText(NOW),
    ];
    expect(said.filter((text) => text !== null && isPlain(text))).toEqual([]);
  });

  it('another language: its sentences are two fifths longer', () => {
    const longer = progressText(0, 8).replaceAll('\u0301', '').length / 'No stamps here yet'.length;
    expect(longer).toBeGreaterThan(1.35);
  });
});
