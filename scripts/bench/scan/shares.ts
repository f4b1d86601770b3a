/** What share of the pictures could be read, what share should be, and what has been so far. */
import type { Table } from '../table.ts';
import type { CodeCase } from './codes.ts';
import type { Size } from './screens.ts';

/** One picture, and who could read it. */
export interface Reading {
  kind: CodeCase['kind'];
  code: string;
  isOurs: boolean;
  size: Size;
  condition: string;
  zxing: boolean;
  jsqr: boolean;
}

type Decoder = 'zxing' | 'jsqr';

const DECODERS: Record<Decoder, string> = { zxing: 'ZXing', jsqr: 'jsQR' };
const KINDS = ['stamp code', 'redemption code'] as const;

interface Aim {
  kind: CodeCase['kind'];
  size: Size;
  decoder: Decoder;
  /** In percent, like the rest. */
  wanted: number;
  /** What stands (docs/decisions/scannable-codes.md): less is a step back. */
  floor: number;
  /** Of the condition under which the fewest are read. */
  isOfWorst?: boolean;
}

const AIMS: Aim[] = [
  { kind: 'stamp code', size: 'enlarged', decoder: 'zxing', wanted: 99, floor: 99 },
  { kind: 'stamp code', size: 'enlarged', decoder: 'jsqr', wanted: 97, floor: 96 },
  { kind: 'redemption code', size: 'enlarged', decoder: 'zxing', wanted: 99, floor: 99 },
  { kind: 'redemption code', size: 'enlarged', decoder: 'jsqr', wanted: 97, floor: 86 },
  { kind: 'redemption code', size: 'nominal', decoder: 'zxing', wanted: 90, floor: 82 },
  ...KINDS.flatMap((kind) => [
    { kind, size: 'enlarged', decoder: 'zxing', wanted: 95, floor: 95, isOfWorst: true } as const,
    { kind, size: 'enlarged', decoder: 'jsqr', wanted: 95, floor: 66, isOfWorst: true } as const,
  ]),
];

/** In percent; NaN of none: such a run proves nothing. */
export const share = (readings: readonly Reading[], decoder: Decoder): number =>
  (readings.filter((reading) => reading[decoder]).length / readings.length) * 100;

const cells = (readings: readonly Reading[]) =>
  (['zxing', 'jsqr'] as const).map((decoder) => `${Math.floor(share(readings, decoder))} %`);

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const FIGURES = ['nominal, ZXing', 'jsQR', 'enlarged, ZXing', 'jsQR'];

const sizesOf = (readings: readonly Reading[]) =>
  (['nominal', 'enlarged'] as const).flatMap((size) =>
    cells(readings.filter((reading) => reading.size === size)),
  );

/** A row for each code, and before them one for all of a kind with the ids of our schema. */
export function codeTable(readings: readonly Reading[]): Table {
  const rows = KINDS.flatMap((kind) => {
    const ofKind = readings.filter((reading) => reading.kind === kind);
    return [
      [`**${kind}s**`, ...sizesOf(ofKind.filter(({ isOurs }) => isOurs))],
      ...distinct(ofKind.map(({ code }) => code)).map((name) => [
        name,
        ...sizesOf(ofKind.filter(({ code }) => code === name)),
      ]),
    ];
  });
  return { names: ['code'], figures: FIGURES, rows };
}

/** Both kinds of codes, with the ids of our schema. */
export function conditionTable(readings: readonly Reading[]): Table {
  const ours = readings.filter(({ isOurs }) => isOurs);
  const rows = distinct(ours.map(({ condition }) => condition)).map((name) => [
    name,
    ...sizesOf(ours.filter(({ condition }) => condition === name)),
  ]);
  return { names: ['condition'], figures: FIGURES, rows };
}

const nameOf = ({ kind, size, decoder, isOfWorst }: Aim) =>
  `${kind}, ${size}, ${isOfWorst ? 'the worst condition, ' : ''}${DECODERS[decoder]}`;

function reached({ kind, size, decoder, isOfWorst }: Aim, readings: readonly Reading[]): number {
  const of = readings.filter((one) => one.kind === kind && one.size === size && one.isOurs);
  if (!isOfWorst || of.length === 0) return share(of, decoder);
  const conditions = distinct(of.map(({ condition }) => condition));
  const under = (name: string) => of.filter(({ condition }) => condition === name);
  return Math.min(...conditions.map((name) => share(under(name), decoder)));
}

/** What should be read, and what is. */
export const aimTable = (readings: readonly Reading[]): Table => ({
  names: ['aim'],
  figures: ['wanted', 'read'],
  rows: AIMS.map((aim) => [
    nameOf(aim),
    `${aim.wanted} %`,
    `${Math.floor(reached(aim, readings))} %`,
  ]),
});

/** Where less is read than before, in words. */
export const scanProblems = (readings: readonly Reading[]): string[] =>
  AIMS.filter((aim) => !(reached(aim, readings) >= aim.floor)).map(
    (aim) => `${nameOf(aim)}: ${reached(aim, readings).toFixed(1)} %, and ${aim.floor} % before.`,
  );
