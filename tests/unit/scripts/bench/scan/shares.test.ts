// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  aimTable,
  codeTable,
  type Reading,
  scanProblems,
  share,
} from '../../../../../scripts/bench/scan/shares.ts';

const reading = (fields: Partial<Reading>): Reading => ({
  kind: 'stamp code',
  code: 'a short name',
  isOurs: true,
  size: 'enlarged',
  condition: 'plain',
  zxing: true,
  jsqr: true,
  ...fields,
});
const repeated = (count: number, fields: Partial<Reading>) =>
  Array.from({ length: count }, () => reading(fields));
const WHOLE = [
  reading({}),
  reading({ kind: 'redemption code' }),
  reading({ kind: 'redemption code', size: 'nominal' }),
];

describe('the shares of the pictures that can be read', () => {
  test('the share is that of one decoder, and none of nothing', () => {
    const readings = [reading({}), reading({ zxing: false })];
    expect(share(readings, 'zxing')).toBe(50);
    expect(share(readings, 'jsqr')).toBe(100);
    expect(share([], 'jsqr')).toBeNaN();
  });

  test('what is read everywhere is no problem, whatever codes of other ids do', () => {
    const others = repeated(9, { kind: 'redemption code', isOurs: false, zxing: false });
    expect(scanProblems([...WHOLE, ...others])).toEqual([]);
  });

  test('less than before is named: all of a kind, and the worst condition', () => {
    const missed = [
      ...WHOLE,
      ...repeated(98, {}),
      reading({ condition: 'glare', jsqr: false }),
      reading({ kind: 'redemption code', size: 'nominal', zxing: false }),
    ];
    expect(scanProblems(missed)).toEqual([
      expect.stringMatching(/^redemption code, nominal, ZXing: 50\.0 %, and \d+ % before\.$/),
      expect.stringMatching(/^stamp code, enlarged, the worst condition, jsQR: 0\.0 %/),
    ]);
    expect(scanProblems([])).toHaveLength(9);
  });

  test('every aim has a row with what is wanted and what is read', () => {
    const { rows } = aimTable([...WHOLE, reading({ zxing: false })]);
    expect(rows).toHaveLength(9);
    expect(rows[0]).toEqual(['stamp code, enlarged, ZXing', '99 %', '50 %']);
    expect(rows[4]).toEqual(['redemption code, nominal, ZXing', '90 %', '100 %']);
  });

  test('the table has a row for each code, under one for all of a kind with our ids', () => {
    const readings = [...WHOLE, reading({ kind: 'redemption code', code: 'UUIDs', isOurs: false })];
    expect(codeTable(readings).rows.map(([name]) => name)).toEqual([
      '**stamp codes**',
      'a short name',
      '**redemption codes**',
      'a short name',
      'UUIDs',
    ]);
  });
});
