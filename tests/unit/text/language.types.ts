/**
 * How the compiler holds another language against English: the same names, words where English has
 * words, and functions that are given the same. For a language, one line a room, as below with
 * `typeof import('../../../src/lib/text/de/home.ts')`. Run by `npm run check:types`.
 */
import type * as codes from '../../../src/lib/text/en/codes.ts';
import type * as home from '../../../src/lib/text/en/home.ts';
import type * as messages from '../../../src/lib/text/en/messages.ts';
import type * as promise from '../../../src/lib/text/en/promise.ts';

/** A room as any language may word it: a sentence of English is any string, all else is as it is. */
type Worded<Room> = Room extends string
  ? string
  : Room extends (...given: never[]) => unknown
    ? Room
    : Room extends object
      ? { readonly [Name in keyof Room]: Worded<Room[Name]> }
      : Room;

// English itself is a right language.
declare const english: { codes: typeof codes; home: typeof home; messages: typeof messages };
void (english satisfies {
  codes: Worded<typeof codes>;
  home: Worded<typeof home>;
  messages: Worded<typeof messages>;
});

const start = {
  title: 'Start',
  yourCards: 'Deine Karten',
  events: 'Termine',
  promoAndRewards: 'Aktionen und Prämien',
  search: 'Nach Lokalen oder Läden suchen',
  stores: 'Läden',
  searching: 'Sucht…',
  noStores: 'Keine Läden gefunden.',
  viewAllEvents: 'Alle ansehen',
  discoverEvents: 'Mehr Termine entdecken',
  allCards: (count: number) => `Alle ${count} Karten`,
} as const;
void (start satisfies Worded<typeof home>);

const { noStores, ...lacking } = start;
void noStores;
// @ts-expect-error a room that lacks a sentence
void (lacking satisfies Worded<typeof home>);
// @ts-expect-error a sentence that is none
void ({ ...start, title: 1 } satisfies Worded<typeof home>);
// @ts-expect-error a sentence where a function is
void ({ ...start, allCards: 'Alle Karten' } satisfies Worded<typeof home>);
// @ts-expect-error a function where a sentence is
void ({ ...start, title: () => 'Start' } satisfies Worded<typeof home>);
// @ts-expect-error a function that is given something else
void ({ ...start, allCards: (count: Date) => `${count}` } satisfies Worded<typeof home>);
// @ts-expect-error a function that gives no sentence
void ({ ...start, allCards: (count: number) => count } satisfies Worded<typeof home>);

type Validation = Worded<typeof messages.validation>;
void ({ missingStoreId: 'Laden fehlt.', missingRewardId: 'Prämie fehlt.' } satisfies Validation);
// @ts-expect-error a sentence within another that is missing
void ({ missingStoreId: 'Laden fehlt.' } satisfies Validation);

type Customer = Worded<typeof promise.customer>;
const forYou = { tab: 'Für dich', headline: 'Jeder Kaffee zählt.', description: 'Eine Karte.' };
void ({ ...forYou, benefits: ['Ein Code', 'Eine Karte'] } satisfies Customer);
// @ts-expect-error one sentence where many are
void ({ ...forYou, benefits: 'Ein Code' } satisfies Customer);
// @ts-expect-error what is no sentence among many
void ({ ...forYou, benefits: ['Ein Code', 2] } satisfies Customer);

type IsReady = Worded<typeof codes.isReady>;
void ((<T>(reward: T) => ['Fertig: ', reward]) satisfies IsReady);
// @ts-expect-error a sentence around a name in bold, as one string
void (((reward: string) => `Fertig: ${reward}`) satisfies IsReady);
