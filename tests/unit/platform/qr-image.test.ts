// @vitest-environment node
import fc from 'fast-check';
import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import type { QrDrawing } from '../../../src/lib/domain/qr-drawing.ts';
import { packRedemption, redemptionPayload } from '../../../src/lib/domain/redemption-qr.ts';
import { renderQr } from '../../../src/lib/platform/qr-image.ts';
import { person, reward, stamp } from '../domain/examples.ts';

describe('the drawing of a code', () => {
  const modules = (version: number) => version * 4 + 17;

  test('a code is square, and drawn as runs of dark modules', () => {
    const { size, path } = renderQr('stampcard', 'M');
    expect(size).toBe(modules(1));
    // The top left corner: seven dark modules, as in every code.
    expect(path).toMatch(/^M0 0h7v1h-7z(M\d+ \d+h\d+v1h-\d+z)+$/);
  });

  test('a code with more correction has more modules', () => {
    const text = customerQrText(person({ fullName: 'Ana Reyes' }), 0);
    expect(renderQr(text, 'H').size).toBeGreaterThan(renderQr(text, 'M').size);
  });

  test('a redemption code with whole numbers as ids stays coarse enough to be scanned', () => {
    const id = (index: number) => String(12_345_670 + index);
    const photo =
      'https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/rewards/uploads/1.jpg';
    const payload = redemptionPayload({
      person: person({
        id: '8f14e45f-ceea-467f-a0e6-2b1c5d9a7f33',
        fullName: 'Maria Clara Santos',
      }),
      reward: reward({ id: id(11), title: 'Free kapeng barako', photo }),
      store: { id: id(12), name: 'Kape Tayo' },
      stamps: Array.from({ length: 10 }, (_, index) => stamp({ id: id(index) })),
    });
    expect(renderQr(packRedemption(payload), 'M').size).toBeLessThanOrEqual(modules(17));
  });

  test('a text that no code can hold is an error', () => {
    expect(() => renderQr('x'.repeat(3000), 'M')).toThrow();
  });
});

describe('a scanner', () => {
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
});
