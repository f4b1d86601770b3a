/** Rows as no honest backend would send them, and what a page must not do with them. */
import { type BrowserContext, expect, type Page } from 'playwright/test';
import { fulfill, loadingIn } from './backend.ts';
import type { Complaints } from './complaints.ts';
import { hydrated } from './open.ts';

const WRITING =
  'مقهى الحي السعيد 123 (قهوة) — בית קפה 👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇵🇭 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢ \uD83D \u202Eeert\u2067 dna \u200Fflow\u061C';
const MARKUP = `<script>executed = 1</script><img src="x" onerror="executed = 1"><svg onload="executed = 1"> '"><img src=x onerror=executed=1> \${executed = 1} {{executed = 1}} \`executed = 1\` &lt;b&gt;bold&lt;/b&gt; &amp;amp; &#60;i&#62; &nbsp; &copy`;

/** No line of a phone has room for it. */
const ENDLESS = 'W'.repeat(100);

/** Would do harm somewhere if it were treated as more than text. Longer texts are cut (rows.test.ts). */
export const HOSTILE = `${WRITING} ${ENDLESS} ${MARKUP}`;

export type Row = Record<string, unknown>;
export type Tables = Partial<
  Record<'stores' | 'rewards' | 'events' | 'stamps' | 'redemptions', Row[]>
>;

/**
 * Every table answers with these rows, whatever is asked; change the object to change the answer. Like
 * a project that is not ours, it has none of our functions.
 */
export async function serve(
  context: BrowserContext,
  complaints: Complaints,
  tables: Tables,
): Promise<void> {
  complaints.allow(/^Failed to load resource: .* 404 /);
  await context.route(/\/rest\/v1\/rpc\//, (route) =>
    route.fulfill({ status: 404, json: { code: 'PGRST202', message: 'Could not find it' } }),
  );
  await context.route(/\/rest\/v1\/\w+\?/, (route) => {
    const table = new URL(route.request().url()).pathname.split('/').at(-1) as keyof Tables;
    return fulfill(route, tables[table] ?? []);
  });
}

const WIDTH = 320;

/** What sticks out of the page's width, unless it is in a strip that scrolls sideways on purpose. */
const overflowing = (width: number) => {
  const clipped = (element: Element): boolean => {
    const { parentElement } = element;
    if (parentElement === null || parentElement === document.body) return false;
    return (
      /auto|scroll|hidden/.test(getComputedStyle(parentElement).overflowX) || clipped(parentElement)
    );
  };
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { right, left, width: own } = element.getBoundingClientRect();
      const outside = own > 0 && (right > width + 1 || left < -1);
      return outside && !element.matches('.visually-hidden, [class*=skip]') && !clipped(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
};

/**
 * Words that follow a text which reverses the direction of writing, in the same paragraph:
 * they would be reversed with it.
 */
const turnedAround = () => {
  const found: string[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = node.textContent ?? '';
    if (!text.includes('\u202E')) continue;
    let around = node.parentElement;
    const isInlineText = (element: Element) => {
      const { display, unicodeBidi } = getComputedStyle(element);
      return display === 'inline' && unicodeBidi === 'normal';
    };
    while (around?.parentElement && isInlineText(around)) around = around.parentElement;
    const wholeText = around?.textContent?.trimEnd() ?? '';
    if (!wholeText.endsWith(text.trimEnd())) found.push(wholeText.slice(0, 80));
  }
  return found;
};

/** Nothing ran, nothing sticks out of a small phone, nothing else is reversed. */
export async function expectHarmless(page: Page): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height: 844 });
  expect(await page.evaluate(overflowing, WIDTH), 'what sticks out').toEqual([]);
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrolls, 'width of the page').toBeLessThanOrEqual(WIDTH);
  expect(await page.evaluate(turnedAround), 'words turned around').toEqual([]);
  expect(await page.evaluate(() => 'executed' in window), 'a text was executed').toBe(false);
}

/** Waits until nothing on the page is loading any longer. */
export async function arrived(page: Page): Promise<void> {
  await hydrated(page);
  await expect(loadingIn(page)).toHaveCount(0);
}
