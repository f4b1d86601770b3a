// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapsSearchLink } from '../../../src/lib/domain/maps-link.ts';
import { anyText } from './examples.ts';

test.each([
  ['Kape Tayo near me', 'Kape%20Tayo%20near%20me'],
  ['12 Mabini St, Manila', '12%20Mabini%20St%2C%20Manila'],
  ['Fish & Chips #1 + 50%', 'Fish%20%26%20Chips%20%231%20%2B%2050%25'],
  ['', ''],
  ['half a pair \ud83d', 'half%20a%20pair%20%EF%BF%BD'],
])('a map link holds %j as one encoded parameter', (text, query) => {
  expect(mapsSearchLink(text)).toBe(`https://www.google.com/maps/search/?api=1&query=${query}`);
});

test('any text arrives at the map as the one thing searched for', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { origin, searchParams } = new URL(mapsSearchLink(text));
      expect(origin).toBe('https://www.google.com');
      expect([...searchParams]).toEqual([
        ['api', '1'],
        ['query', text.toWellFormed()],
      ]);
    }),
  );
});
