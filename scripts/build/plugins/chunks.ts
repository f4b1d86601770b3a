/**
 * Which bundle chunk a module stands in. Two chunks that every screen loads, and one of its own: on
 * a slow line each further file costs as much as many kilobytes. A chunk imports only from those
 * below it in this list, or one would wait for another in a circle.
 * Why: docs/decisions/the-clients-packing.md.
 */

/**
 * What a chunk holds: a folder with its slash, a file without its ending, a package as `npm:react`
 * (`npm:@supabase/` for a whole scope), sentences as `text:cards` in whatever language, or
 * `vite:preload-helper`.
 */
interface Chunk {
  name: string;
  holds: string[];
  except?: string[];
}

/** A module belongs to the first chunk that names it. */
export const CHUNKS: Chunk[] = [
  // The packing of redemption codes: loaded with the first code.
  { name: 'redemption-qr', holds: ['npm:lz-string', 'src/lib/domain/redemption-qr'] },
  // Loaded where the backend lacks something that the site asks for.
  {
    name: 'schema-gap',
    holds: ['src/lib/data/schema-gap', 'src/lib/data/schema-version', 'text:versions'],
  },
  // Loaded when a date is added to a calendar.
  { name: 'calendar-file', holds: ['npm:ical-generator', 'src/lib/platform/calendar-file'] },
  // Loaded when the page is idle, where a redemption can be seen.
  {
    name: 'receipt',
    holds: ['src/islands/screen/ReceiptSheet', 'src/lib/domain/exact-time', 'text:receipt'],
  },
  // Loaded when the page of a store is idle.
  {
    name: 'missing-stamp',
    holds: [
      'src/islands/store/MissingStampSheet',
      'src/lib/state/missing-stamp',
      'text:missing-stamp',
    ],
  },
  // Loaded when the profile has shown the account.
  {
    name: 'my-data',
    holds: [
      'src/islands/profile/DataDocument',
      'src/islands/profile/DeleteAccount',
      'src/islands/profile/MyData',
      'src/lib/data/my-data',
      'src/lib/domain/my-data',
      'text:my-data',
      'src/lib/state/my-data',
    ],
  },
  // Loaded when the page is idle: what the buttons of the shell open.
  {
    name: 'share',
    holds: [
      'src/islands/shell/ShareContent',
      'src/islands/shell/ShareModal',
      'src/islands/shell/ShowMyCode',
      'src/lib/domain/kept-item',
      'src/lib/state/keeping',
      'src/lib/state/share',
      'src/lib/state/share-link',
      'text:share',
    ],
  },
  // Loaded where the page is opened from the home screen of iOS.
  {
    name: 'pull',
    holds: [
      'src/islands/shell/PullToRefresh',
      'src/lib/platform/pull-down',
      'src/lib/state/refresh',
      'text:refresh',
    ],
  },
  {
    name: 'sheets',
    holds: [
      'src/islands/shell/CustomerSheets',
      'src/islands/shell/InstallOffer',
      'src/islands/shell/ScanQrContent',
      'src/islands/shell/StampLandedContent',
      'src/islands/cards/NewSeal',
      'src/islands/cards/CodeSheet',
      'src/islands/cards/QrCode',
      'src/lib/data/newest',
      'src/lib/data/server-clock',
      'src/lib/domain/customer-qr',
      'src/lib/domain/daily-hash',
      'src/lib/domain/display-name',
      'src/lib/domain/landed-stamps',
      'src/lib/platform/home-screen',
      'src/lib/domain/qr-view-box',
      'text:codes',
      'src/lib/state/codes/',
      'src/lib/state/home-screen',
    ],
  },
  // What every sheet stands in: loaded with the first of them.
  {
    name: 'modal',
    holds: [
      'src/islands/ui/Modal',
      'src/lib/platform/second-tap',
      'src/lib/platform/swipe-down',
      'src/lib/platform/way-back',
      'src/lib/state/sheet',
    ],
  },
  // Loaded once a page has shown itself, or when a session has to be renewed.
  {
    name: 'auth',
    holds: [
      'npm:@supabase/',
      'src/lib/data/auth-client',
      'src/lib/data/clock-lag',
      'src/lib/data/stubs/',
      'text:clock-lag',
    ],
    except: ['npm:@supabase/postgrest-js'],
  },
  // Loaded where there is one: to log out, and while a log-out is not finished.
  {
    name: 'log-outs',
    holds: [
      'src/islands/login/LogOutNotice',
      'src/lib/data/kept-log-outs',
      'src/lib/data/log-out',
      'text:log-out',
      'src/lib/state/session/log-out',
      'src/lib/state/session/unfinished-log-outs',
    ],
  },
  // Loaded when the page is idle: the month of /transactions.
  {
    name: 'calendar',
    holds: [
      'src/islands/transactions/MonthCalendar',
      'src/lib/data/stamp-days',
      'src/lib/domain/calendar',
      'src/lib/state/stamp-days',
      'text:calendar',
    ],
  },
  // Loaded where the address asks for all stamps of a store.
  {
    name: 'store-history',
    holds: [
      'src/islands/transactions/StoreHistory',
      'src/lib/data/stamps-of-store',
      'src/lib/state/store-history',
      'text:store-history',
    ],
  },
  // The screens of cards and lists: one file in place of one for each and one they share.
  {
    name: 'lists',
    holds: [
      'src/islands/cards/EventCard',
      'src/islands/cards/RewardCard',
      'src/islands/cards/SmallCard',
      'src/islands/cards/SmallSlots',
      'src/islands/events/',
      'src/islands/home/',
      'src/islands/rewards/',
      'src/islands/screen/RewardGrid',
      'src/islands/screen/ShowMore',
      'src/islands/screen/list-anchor',
      'src/islands/store/',
      'src/islands/ui/image-priority',
      'src/islands/view-event/',
      'src/lib/data/active-rewards',
      'src/lib/data/events',
      'src/lib/data/keyset',
      'src/lib/data/my-cards',
      'src/lib/data/ready-rewards',
      'src/lib/data/store-search',
      'src/lib/domain/cards',
      'src/lib/platform/carry-photo',
      'src/lib/state/carry-photos',
      'src/lib/domain/once-a-day',
      'src/lib/domain/search-query',
      'src/lib/domain/spread-stores',
      'src/lib/state/events',
      'src/lib/state/my-cards',
      'src/lib/state/prompts',
      'src/lib/state/reading/list',
      'src/lib/state/reading/list-place',
      'src/lib/state/ready-rewards',
      'src/lib/state/rewards',
      'src/lib/state/search',
      'src/lib/state/stores',
      'text:cards',
      'text:events',
      'text:home',
      'text:lists',
      'text:rewards',
      'text:store',
    ],
  },
  {
    name: 'transactions',
    holds: [
      'src/islands/transactions/',
      'src/islands/cards/RedemptionCard',
      'src/islands/ui/Pager',
      'src/islands/ui/Tabs',
      'src/islands/ui/use-kept-focus',
      'src/lib/data/redemptions',
      'src/lib/data/stamps-near',
      'src/lib/state/listed-day',
      'src/lib/state/nearest-stamp',
      'src/lib/state/transactions',
      'text:pager',
      'text:transactions',
    ],
  },
  {
    name: 'redeem',
    holds: [
      'src/islands/cards/Facts',
      'src/islands/redeem/',
      'text:redeem',
      'src/lib/state/redeem/run-out',
      'src/lib/state/redeem/selection',
    ],
    except: ['src/islands/redeem/ScanToRedeemModal'],
  },
  // What every screen but /login draws.
  {
    name: 'cards',
    holds: [
      'src/islands/cards/',
      'src/islands/screen/',
      'src/islands/ui/EmptyState',
      'src/islands/ui/Photo',
      'src/islands/ui/Skeleton',
      'src/islands/ui/image-priority',
      'src/islands/ui/near-window',
      'src/islands/ui/use-image-fallback',
    ],
  },
  // All that screens share but react-dom, which stands with the framework's entry: two files of
  // about one size arrive soonest. Reading begins with this one, before the other has come.
  {
    name: 'wallet',
    holds: [
      'npm:@supabase/postgrest-js',
      'npm:@tanstack/query-core',
      'npm:astro/dist/runtime',
      'npm:nanostores',
      'npm:react',
      'npm:tslib',
      'src/islands/shell/',
      'src/islands/ui/',
      'src/islands/use-value',
      'src/lib/',
      'src/scripts/client-saved',
      'src/scripts/directives',
      'vite:preload-helper',
    ],
    except: [
      'src/lib/platform/qr-image',
      'src/lib/data/cards-added-up',
      'src/lib/data/redemption-openings',
      'src/lib/data/stamps-added-up',
      'src/lib/data/store-name',
      'src/lib/domain/holdings',
      'src/lib/domain/redemption-time',
      'src/lib/domain/stamps-to-spend',
      'src/lib/state/redeem/opening',
      'src/lib/state/redeem/redemption-code',
      // With the one screen that has them.
      'src/lib/domain/sign-in-form',
      'src/lib/state/session/sign-in',
      'text:account',
      'text:login',
    ],
  },
];
