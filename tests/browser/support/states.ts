/**
 * Every route in every state a person can meet it in: what the walks over all screens go through.
 * `show` works with any Playwright page whose context has the product as its `baseURL`.
 */
import { expect, type Page } from 'playwright/test';
import { appDayKey, DAY_MS } from '../../../src/lib/domain/day.ts';
import {
  EventPage,
  HomePage,
  LoginPage,
  ProfilePage,
  RedeemPage,
  Shell,
  SplashPage,
  StorePage,
  shownText,
  TransactionsPage,
} from '../models/index.ts';
import { fulfill, loadingIn } from './backend.ts';
import {
  type Customer,
  closedPrompts,
  createCustomer,
  giveStamps,
  KEPT_KEYS,
  service,
} from './customers.ts';
import { hydrated } from './open.ts';

/** A visitor without a session, a new customer, one with cards and redemptions. */
export type Who = 'visitor' | 'newcomer' | 'regular';

/** A state of a page that is open. */
interface Step {
  /** 'data', 'empty', 'waiting', 'refused', or the sheet that is open. */
  name: string;
  /** Brings the opened page into the state. */
  reach: (page: Page, people: People) => Promise<unknown>;
  /** Less is checked: axe in light mode, and the narrowest window. */
  inPassing?: true;
}

export interface State extends Step {
  path: string;
  who: Who;
  /** Before the page is opened: what comes between it and the backend. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Lets the prompts open that come by themselves once a day. */
  prompts?: true;
  /** What the same page shows after that, in this order. */
  next?: Step[];
}

/** The two customers, each new. */
export type People = Record<Exclude<Who, 'visitor'>, Customer>;

/** Noon of the last Wednesday before today, in UTC+8: no other day has so long a name. */
const VISIT = (() => {
  const today = new Date(`${appDayKey(Date.now())}T12:00:00+08:00`);
  return today.getTime() - (((today.getUTCDay() + 3) % 7) + 1) * DAY_MS;
})();

/** The regular: 12 stamps at Kape Tayo (store 1), 3 at Mga Halo (2), and two pages of redemptions. */
export async function makePeople(): Promise<People> {
  const [newcomer, regular] = await Promise.all([createCustomer(), createCustomer()]);
  await giveStamps(regular, 12, 1, Date.now() - VISIT);
  await giveStamps(regular, 3, 2, Date.now() - VISIT);
  await service()
    .from('redemptions')
    .insert(
      ['Tea', 'Tea', 'Tea', 'Tea', 'Tea', 'Brew'].map((reward_title) => ({
        ...{ user_id: regular.id, store_id: 1, store_name: 'Kape Tayo', notes: 'No sugar' },
        ...{ reward_title, reward_photo: '/demo/barako.svg', stamps_spent: 10 },
      })),
    )
    .throwOnError();
  return { newcomer, regular };
}

const CALLS = /\/(rest|auth)\/v1\//;

const neverAnswer = (page: Page) => page.route(CALLS, () => undefined);

const refuse = (page: Page) =>
  page.route(CALLS, (route) => route.fulfill({ status: 403, json: {} }));

const noRows = (page: Page) => page.route(/\/rest\/v1\//, (route) => fulfill(route, []));

const seen = (text: string | RegExp) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();

const waits = (page: Page) => expect(loadingIn(page).first()).toBeAttached();

const alerts = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible();

/** Closes the sheet of the state before; an enlarged code is closed first. */
async function closeSheets(page: Page): Promise<void> {
  while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
}

/** A method of a model opens it first; then it must be visible. */
const sheet =
  (name: string | RegExp, open: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await closeSheets(page);
    await open(page);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await expect(loadingIn(dialog)).toHaveCount(0);
  };

/** Opens the page once more without an answer: it shows what it has kept. */
const loseLine = (shown: string | RegExp) => async (page: Page) => {
  await seen(shown)(page);
  await page.route(CALLS, (route) => route.abort('internetdisconnected'));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await hydrated(page);
  await seen(shown)(page);
  await expect(shownText(page, /^Offline · as of /)).toBeVisible();
};

const inPassing = <Some extends Step>(...some: Some[]): Some[] =>
  some.map((state) => ({ ...state, inPassing: true }));

/** The signed-in screens: what they show with data, and with none. Patterns as in tests/screens.ts. */
const screens: [path: string, data: string | RegExp, empty: string | RegExp][] = [
  ['/home', /Free kapeng barako/, /Show my code/],
  ['/events', 'Latte Art Throwdown', 'No events yet. Check back soon!'],
  ['/view-event/1', 'Maginhawa Music Night', 'Event not found.'],
  [
    '/rewards',
    /Free kapeng barako/,
    'No rewards are available right now. Check back soon for new offers.',
  ],
  ['/redeem?reward=1', /Redeem reward/, 'Reward not found.'],
  [
    '/redeem',
    'Select a reward from the list to view its details before redeeming.',
    'No rewards are available yet. Create one from the merchant dashboard.',
  ],
  ['/store/1?reward=1', '12 / 10', 'Unable to load store.'],
  [`/transactions?day=${appDayKey(VISIT)}`, /Redeem/, 'No transactions found yet.'],
  ['/stores', '10 stamps for Free kapeng barako', 'No stores yet. Come back soon!'],
];

/** What else a page with data can show. */
const NEXT: Record<string, Step[]> = {
  '/home': [
    ...inPassing({
      name: 'search results',
      reach: async (page) => {
        const { search } = new HomePage(page);
        await search.searchFor('pan');
        await expect(search.results.first()).toBeVisible();
        await search.field.press('ArrowDown');
      },
    }),
    {
      name: 'stamp code',
      reach: sheet('Scan QR Code', async (page) => {
        const { readyLink } = await new Shell(page).openCode();
        await expect(readyLink).toBeVisible();
      }),
    },
    ...inPassing({ name: 'offline', reach: loseLine(/Free kapeng barako/) }),
  ],
  '/events': [
    { name: 'share', reach: sheet('Share Stampcard', (page) => new Shell(page).share()) },
    {
      name: 'stamp code, enlarged',
      reach: sheet('Scan QR Code', async (page) =>
        (await new Shell(page).openCode()).enlargeButton.click(),
      ),
    },
    {
      name: 'a landed stamp',
      reach: async (page, people) => {
        await closeSheets(page);
        const shell = new Shell(page);
        await shell.openWatchedCode();
        await giveStamps(people.regular, 1, 2);
        await expect(shell.stampLanded.root).toBeVisible();
      },
    },
  ],
  '/view-event/1': [
    { name: 'photo', reach: sheet(/^Photo of/, (page) => new EventPage(page).enlargePhoto()) },
  ],
  '/redeem?reward=1': [
    {
      name: 'redemption code',
      reach: sheet('Scan to Redeem', (page) => new RedeemPage(page).openCode()),
    },
  ],
  '/store/1?reward=1': [
    {
      name: 'missing stamp',
      reach: sheet('Missing a stamp?', (page) => new StorePage(page).openMissingStamp()),
    },
  ],
  [`/transactions?day=${appDayKey(VISIT)}`]: [
    {
      name: 'days with stamps',
      reach: sheet('Days with stamps', (page) => new TransactionsPage(page).calendarButton.click()),
    },
    ...inPassing({
      name: 'redemptions',
      reach: async (page) => {
        await closeSheets(page);
        await new TransactionsPage(page).redemptionsTab.click();
        await seen('Notes: No sugar')(page);
      },
    }),
    {
      name: 'receipt',
      reach: sheet('Receipt', (page) => new TransactionsPage(page).openReceipt('Brew')),
    },
  ],
};

/** Empty for a newcomer; the others are answered with no rows. */
const EMPTY_AT_FIRST = /^\/(home|transactions)/;

/** While it waits, or is refused, it looks like no other screen. */
const OWN_FRAME = /^\/(home|stores?|transactions)/;

const statesOf = ([path, data, empty]: (typeof screens)[number]): State[] => [
  { path, name: 'data', who: 'regular', reach: seen(data), next: NEXT[path] ?? [] },
  ...inPassing<State>(
    {
      ...{ path, name: 'empty', who: 'newcomer', reach: seen(empty) },
      ...(!EMPTY_AT_FIRST.test(path) && { prepare: noRows }),
    },
    ...(OWN_FRAME.test(path)
      ? ([
          { path, name: 'waiting', who: 'regular', prepare: neverAnswer, reach: waits },
          { path, name: 'refused', who: 'regular', prepare: refuse, reach: alerts },
        ] as const)
      : []),
  ),
];

const stateOf =
  (who: Who) =>
  (path: string, name: string, reach: State['reach']): State => ({ path, name, who, reach });
const [regular, newcomer, visitor] = [stateOf('regular'), stateOf('newcomer'), stateOf('visitor')];

/** What else a signed-in screen can show. */
const further: State[] = [
  {
    ...regular('/profile', 'data', seen('Seen by')),
    next: [
      {
        name: 'deleting the account',
        reach: sheet('Delete your account?', (page) => new ProfilePage(page).openDeletion()),
      },
      {
        name: 'deleting the account, sure',
        reach: sheet('Are you sure?', (page) => new ProfilePage(page).decideToDelete()),
      },
    ],
  },
  ...inPassing<State>(
    newcomer(
      '/redeem?reward=1',
      'not enough',
      seen('Collect 10 more stamps to redeem this reward.'),
    ),
    newcomer('/store/1', 'an empty card', seen('No stamps here yet')),
    regular('/store/13', 'suspended', seen(/not taking part/)),
    regular('/transactions?store=1', 'one store', seen('Back to day view')),
    visitor('/transactions', 'signed out', seen('Sign in to view your transactions.')),
    regular('/profile?data=1', 'everything kept', seen(/Store name: Kape Tayo · Stamp count: 12/)),
    {
      ...visitor('/stores', 'offline', alerts),
      prepare: (page) => page.route(CALLS, (route) => route.abort('internetdisconnected')),
    },
  ),
];

const prompt: State = {
  ...regular('/home', 'share prompt', async (page) => {
    const { root } = new Shell(page).shareSheet;
    await expect(root).toBeVisible();
    await expect(loadingIn(root)).toHaveCount(0);
  }),
  prompts: true,
};

const promo: State = {
  ...visitor('/', 'promo', (page) => expect(new SplashPage(page).promo.root).toBeVisible()),
  prompts: true,
  next: [
    {
      name: 'promo for stores',
      reach: async (page) => {
        const splash = new SplashPage(page);
        await splash.promo.tab('For Business').click();
        await expect(splash.promo.panel('For Business')).toBeVisible();
      },
    },
  ],
};

const doors: State[] = [
  promo,
  visitor('/login', 'Google', seen('Continue with Google')),
  ...inPassing(visitor('/login?error=access_denied', 'an error', alerts)),
  {
    ...visitor('/login?isWebView=1', 'email', seen('Send login code')),
    next: [
      {
        name: 'code sent',
        reach: async (page) => {
          const login = new LoginPage(page);
          await login.sendCodeTo('states@example.com');
          await expect(login.codeField).toBeVisible();
        },
      },
    ],
  },
];

const PUBLIC = ['/', '/customers', '/promos', '/download'];

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

export const states: readonly State[] = [
  ...PUBLIC.map((path) => visitor(path, 'page', heading)),
  ...inPassing(
    ...['/privacy-policy', '/terms-of-service', '/no-such-page'].map((path) =>
      visitor(path, 'page', heading),
    ),
    regular('/customers', 'page, signed in', heading),
  ),
  ...doors,
  ...screens.flatMap(statesOf),
  ...further,
  prompt,
];

/**
 * Clears the state before, then opens the page and brings it into this one. In a test of
 * `fixtures.ts` the option `prompts` has to be set for prompts that come by themselves.
 */
export async function show(page: Page, state: State, people: People): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Any file of the site: what is kept can be changed there, and no screen writes to it meanwhile.
  await page.goto('/robots.txt');
  await page.evaluate(
    (kept) => {
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    {
      ...(state.who !== 'visitor' && { [KEPT_KEYS.session]: people[state.who].session }),
      ...(!state.prompts && closedPrompts()),
    },
  );
  await state.prepare?.(page);
  await page.goto(state.path, { waitUntil: 'domcontentloaded' });
  await hydrated(page);
  await state.reach(page, people);
}
