// @vitest-environment node
import { expect, test } from 'vitest';
import { isDueToday } from '../../../src/lib/domain/once-a-day.ts';

test.each([
  ['never shown', null, true],
  ['shown today', '2026-11-21', false],
  ['shown yesterday', '2026-11-20', true],
  ['shown tomorrow, by a clock that was set back since', '2026-11-22', true],
  ['something else kept there', 'garbage', true],
  ['nothing kept there', '', true],
])('a prompt is due or not: %s', (_, lastShown, due) => {
  expect(isDueToday(lastShown, '2026-11-21')).toBe(due);
});
