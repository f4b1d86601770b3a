// @vitest-environment node
import fc from 'fast-check';
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { type QrDrawing, renderQr } from '../../../src/lib/platform/qr-image.ts';

/** The drawing as a scanner sees it: 3 pixels a module, 4 modules of white around. */
function scanned({ size, path }: QrDrawing): string | undefined {
  const [scale, quiet] = [3, 4];
  const width = (size + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const left = (Number(x) + quiet) * scale;
    const top = (Number(y) + quiet) * scale;
    for (let row = top; row < top + scale; row += 1) {
      const from = (row * width + left) * 4;
      const to = from + Number(length) * scale * 4;
      for (let at = from; at < to; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return jsQR(pixels, width, width)?.data;
}

test.each(['M', 'H'] as const)('a drawn code can be read by a scanner (%s)', (correction) => {
  const text = fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }).map((raw) => `x${raw}`);
  fc.assert(
    fc.property(text, (content) => {
      expect(scanned(renderQr(content, correction))).toBe(content);
    }),
    { numRuns: 10 },
  );
});

test('the path consists of rows of dark modules, none twice', () => {
  const { size, path } = renderQr('Stampcard', 'M');
  expect(path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
  const dark = new Set<string>();
  for (const [, x = '', y = '', length = '', back = ''] of path.matchAll(
    /M(\d+) (\d+)h(\d+)v1h-(\d+)z/g,
  )) {
    expect(back).toBe(length);
    for (let column = Number(x); column < Number(x) + Number(length); column += 1) {
      expect(column).toBeLessThan(size);
      expect(dark.has(`${column} ${y}`)).toBe(false);
      dark.add(`${column} ${y}`);
    }
  }
  // The finder in the corner: a ring, a gap, a block.
  const firstRows = [0, 1, 2].map((y) =>
    Array.from({ length: 8 }, (_, x) => (dark.has(`${x} ${y}`) ? '#' : '.')).join(''),
  );
  expect(firstRows).toEqual(['#######.', '#.....#.', '#.###.#.']);
});
