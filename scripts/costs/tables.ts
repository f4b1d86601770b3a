/** The tables of docs/operating.md, and the sentence of docs/scale.md, as markdown. */
import { markdownOf } from '../bench/table.ts';
import { withMarked } from '../marked-text.ts';
import * as assumed from './assumptions.ts';
import { type Measured, measuredIn } from './measured.ts';
import { billOf, computeFor, fitsFree, type Usage, usageOf } from './month.ts';

const SIZES = [1000, 100_000, 1_000_000, 10_000_000];
const MILLION = 1_000_000;

/** Three digits that count, and no more. */
const plain = (value: number) =>
  new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value);
export const amount = (value: number): string =>
  value >= MILLION ? `${plain(value / MILLION)} million` : plain(value);
export const size = (gb: number): string => {
  if (gb >= 1000) return `${plain(gb / 1000)} TB`;
  return gb >= 1 ? `${plain(gb)} GB` : `${plain(gb * 1000)} MB`;
};
const dollars = (value: number) => `$${Math.round(value).toLocaleString('en')}`;
const kB = (bytes: number) => `${plain(bytes / 1000)} kB`;

function table(corner: string, usages: readonly Usage[], rows: [string, (of: Usage) => string][]) {
  return markdownOf({
    names: [corner],
    figures: usages.map(({ customers }) => `${customers.toLocaleString('en')} customers`),
    rows: rows.map(([name, text]) => [name, ...usages.map(text)]),
  });
}

const assumptions = () =>
  markdownOf({
    names: ['of a customer who comes, in a month'],
    figures: ['assumed'],
    rows: [
      ['Customers who come, of all', `${assumed.ACTIVE_SHARE * 100} %`],
      ['Visits, of `/home`, `/rewards` and a store or the transactions', `${assumed.VISITS}`],
      [
        `Codes opened, each for ${assumed.CODE_SECONDS} s until the scan is seen`,
        `${assumed.CODES_OPENED}`,
      ],
      ['Stamps given; rewards redeemed', `${assumed.STAMPS}; ${assumed.REDEMPTIONS}`],
      [
        'Times that all files are fetched: another phone, a new version',
        `${assumed.FETCHES_OF_THE_SITE}`,
      ],
      [
        `Photos not seen before, of ${kB(assumed.PHOTO_BYTES)}`,
        `${assumed.PHOTOS_NOT_SEEN_BEFORE}`,
      ],
      ['Sign-ins by a code that is mailed', `${assumed.CODES_BY_MAIL}`],
      [
        'An empty answer; a session; a till’s answer; a request’s lines in the logs',
        [
          assumed.EMPTY_ANSWER_BYTES,
          assumed.SESSION_ANSWER_BYTES,
          assumed.TILL_ANSWER_BYTES,
          assumed.LOG_BYTES,
        ]
          .map(kB)
          .join('; '),
      ],
      ['An account in the tables of the auth service', kB(assumed.ACCOUNT_BYTES)],
      [
        'Customers of a store; its rewards; its members',
        [assumed.CUSTOMERS_OF_A_STORE, assumed.REWARDS_OF_A_STORE, assumed.MEMBERS_OF_A_STORE].join(
          '; ',
        ),
      ],
      ['The busiest five minutes, against the average', `× ${assumed.BUSIEST}`],
      [
        'Of a core, for a request; how busy the cores may be then',
        `${assumed.CORE_SECONDS * 1000} ms; ${assumed.BUSY_SHARE * 100} %`,
      ],
      [
        'Months of history on the disk; in memory',
        `${assumed.MONTHS_OF_HISTORY}; ${assumed.MONTHS_IN_MEMORY}`,
      ],
      ['Dumps of your own, over the network', `${assumed.DUMPS}`],
    ],
  });

function figures({ rows, screens, pageOfRewards, site }: Measured): string {
  const asked = Object.entries(screens).map(([name, { requests, bytes }]) => [
    `Requests for data of \`${name}\`, and their answers`,
    '`npm run bench:wallet -- cold`',
    `${requests}, ${kB(bytes)}`,
  ]);
  return markdownOf({
    names: ['measured', 'by'],
    figures: ['figure'],
    rows: [
      [
        'A stamp; its line in the log; a redemption; a till’s answer, kept for a week',
        '`npm run bench:database`',
        [rows.stamp, rows.logLine, rows.redemption, rows.answer].join('; '),
      ],
      [
        'A store; a member; a reward',
        '`npm run bench:database`',
        [rows.store, rows.member, rows.reward].join('; '),
      ],
      ...asked,
      ['A full page of rewards', '`npm run bench:database`', kB(pageOfRewards)],
      [
        'All files of the site, as they are sent',
        '`npm run check:size`',
        `${site.files}, ${kB(site.bytes)}`,
      ],
    ],
  });
}

const asked = (usages: readonly Usage[]) =>
  table('asked for in a month', usages, [
    ['Customers who come', ({ activeUsers }) => amount(activeUsers)],
    ['Stores', ({ stores }) => amount(stores)],
    ['Requests: screens', ({ backend }) => amount(backend.screens.requests)],
    ['Requests: open codes', ({ backend }) => amount(backend.codes.requests)],
    ['Requests: sessions renewed', ({ backend }) => amount(backend.sessions.requests)],
    ['Requests: tills', ({ backend }) => amount(backend.tills.requests)],
    ['**The backend, requests**', ({ requests }) => amount(requests)],
    [
      'A second; in the busiest five minutes',
      (of) => `${amount(of.requestsASecond)}; ${amount(of.requestsASecondAtWorst)}`,
    ],
    ['**The backend, answers**', ({ answersGb }) => size(answersGb)],
    ['Dumps of your own', ({ dumpsGb }) => size(dumpsGb)],
    ['Photos', ({ photosGb }) => size(photosGb)],
    ['Logs', ({ logsGb }) => size(logsGb)],
    ['The database grows by', ({ growthGb }) => size(growthGb)],
    ['The database after a year', ({ databaseGb }) => size(databaseGb)],
    ['Codes by mail', ({ codesByMail }) => amount(codesByMail)],
    [
      'Files of the site',
      ({ site }) => `${amount(site.requests)}, ${size(site.bytes / 1_000_000_000)}`,
    ],
  ]);

const bill = (usages: readonly Usage[]) =>
  table('paid in a month', usages, [
    ['Plan Pro', (of) => dollars(billOf(of).plan)],
    ['Customers who come', (of) => dollars(billOf(of).activeUsers)],
    ['Compute', (of) => `${computeFor(of).name}, ${dollars(billOf(of).compute)}`],
    ['Disk', (of) => dollars(billOf(of).disk)],
    ['Egress: answers and dumps', (of) => dollars(billOf(of).egress)],
    ['Egress: photos, from the CDN', (of) => dollars(billOf(of).photos)],
    ['Photos stored', (of) => dollars(billOf(of).storage)],
    ['Logs, once they are charged', (of) => dollars(billOf(of).logs)],
    ['**Together**', (of) => `**${dollars(billOf(of).total)}**`],
    ['For each customer', (of) => `${plain((billOf(of).total / of.customers) * 100)} ¢`],
    ['Would the plan Free do?', (of) => (fitsFree(of) ? 'yes' : 'no')],
  ]);

/** The tables by the names of their marks. */
export function costTables(benchmarks: string): Record<string, string> {
  const measured = measuredIn(benchmarks);
  const usages = SIZES.map((customers) => usageOf(customers, measured));
  return {
    assumed: assumptions(),
    measured: figures(measured),
    asked: asked(usages),
    bill: bill(usages),
  };
}

/** What a million customers ask of the backend, in a sentence. */
export function millionAsks(benchmarks: string): string {
  const of = usageOf(MILLION, measuredIn(benchmarks));
  const share = Math.round((of.backend.codes.requests / of.requests) * 100);
  return (
    `${plain(of.requestsASecond)} requests a second, ${plain(of.requestsASecondAtWorst)} in the ` +
    `busiest five minutes, ${share} % of them by open codes; the database grows by ` +
    `${size(of.growthGb)} a month`
  );
}

/** docs/operating.md with the tables of today. */
export const withTables = (page: string, tables: Record<string, string>): string =>
  Object.entries(tables).reduce(
    (text, [name, content]) => withMarked(text, 'costs', name, `\n\n${content}\n\n`),
    page,
  );
