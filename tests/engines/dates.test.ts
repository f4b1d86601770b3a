/** The listed day: its field, its words, the days next to it and the month at a glance. */
import { appDayKey, dayPlus } from '../../src/lib/domain/day.ts';
import { engineName, expect, service, test } from './support/fixtures.ts';
import { until } from './support/page.ts';

/** As the screen writes it: 'Wednesday, Nov 5, 2025'. */
const wordsOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' },
    timeZone: 'UTC',
  }).format(new Date(day));

test('a day is chosen by its neighbors, in its field and in the month', async ({
  page,
  customer,
}) => {
  const today = appDayKey(Date.now());
  const yesterday = dayPlus(today, -1);
  await service()
    .from('stamps')
    .insert({
      ...{ user_id: customer.id, store_id: 1, store_name: 'Kape Tayo', stamp_count: 2 },
      created_at: `${yesterday}T04:00:00Z`,
    })
    .throwOnError();
  await page.open('/transactions');
  const days = page.get('group', 'Day');
  const shows = async (day: string) => {
    await days.get('status').says(wordsOf(day));
    await until(async () => {
      const value = await page.evaluate(
        () => document.querySelector<HTMLInputElement>('input[type=date]')?.value,
      );
      expect(value).toBe(day);
    });
  };
  await shows(today);
  await page.get('tabpanel').says('No transactions found yet.');
  await days.get('button', 'Day before').tap();
  await shows(yesterday);
  await page.get('tabpanel').says('Kape Tayo');
  await days.get('button', 'Day after').tap();
  await shows(today);

  await days.get('button', 'Days with stamps').tap();
  const month = page.get('dialog', 'Days with stamps');
  const first = today.endsWith('-01');
  if (first) await month.get('button', 'Month before').tap();
  await month.get('button', `${wordsOf(yesterday)}, stamps`).tap();
  await month.gone();
  await shows(yesterday);

  // Our own calendar icon is in the field, and a tap on it is a tap on the field.
  const field = await page.evaluate(() => {
    const input = document.querySelector('input[type=date]');
    const sign = input?.parentElement?.querySelector('svg');
    if (!input || !sign) return null;
    const [outer, inner] = [input.getBoundingClientRect(), sign.getBoundingClientRect()];
    return {
      isInside: inner.right <= outer.right && inner.left >= outer.left && inner.width >= 16,
      taps: getComputedStyle(sign).pointerEvents,
    };
  });
  expect(field).toEqual({ isInside: true, taps: 'none' });

  // Firefox shows its own icon while the field's text is visible.
  const focused = await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=date]');
    const sign = input?.parentElement?.querySelector('svg');
    input?.focus();
    return sign && getComputedStyle(sign).display !== 'none';
  });
  expect(focused).toBe(engineName !== 'Firefox');
});
