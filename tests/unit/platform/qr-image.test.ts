// @vitest-environment node
import { expect, test } from 'vitest';
import { customerQrText } from '../../../src/lib/domain/customer-qr.ts';
import { packRedemption, redemptionPayload } from '../../../src/lib/domain/redemption-qr.ts';
import { renderQr } from '../../../src/lib/platform/qr-image.ts';
import { person, reward, stamp } from '../domain/examples.ts';

const modules = (version: number) => version * 4 + 17;

/** What a redemption code holds whose rows have such ids, with a full name and a photo's address. */
function packed(id: (index: number) => string): string {
  const stamps = Array.from({ length: 10 }, (_, index) => stamp({ id: id(index) }));
  return packRedemption(
    redemptionPayload({
      person: person({
        id: '8f14e45f-ceea-467f-a0e6-2b1c5d9a7f33',
        fullName: 'Maria Clara Santos',
      }),
      reward: reward({
        id: id(11),
        title: 'Free kapeng barako',
        photo:
          'https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/rewards/uploads/1.jpg',
      }),
      store: { id: id(12), name: 'Kape Tayo' },
      stamps,
    }),
  );
}

test('a code is square, and drawn as runs of dark modules', () => {
  const { size, path } = renderQr('stampcard', 'M');
  expect(size).toBe(modules(1));
  // The top left corner: seven dark modules, as in every code.
  expect(path).toMatch(/^M0 0h7v1h-7z/);
  expect(path).not.toMatch(/[^Mhvz\d\s-]/);
});

test('a code with more correction takes more modules', () => {
  const text = customerQrText(person({ fullName: 'Ana Reyes' }), 0);
  expect(renderQr(text, 'H').size).toBeGreaterThan(renderQr(text, 'M').size);
});

test('a redemption code with whole numbers as ids stays coarse enough to be scanned', () => {
  const code = renderQr(
    packed((index) => String(12_345_670 + index)),
    'M',
  );
  expect(code.size).toBeLessThanOrEqual(modules(17));
});

test('a text that no code can hold is an error', () => {
  expect(() => renderQr('x'.repeat(3000), 'M')).toThrow();
});
