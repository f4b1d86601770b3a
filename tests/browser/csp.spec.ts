/** The content security policy: strict, in force on every page, and never violated by the site. */
import type { BrowserContext } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { CustomersPage, HomePage, PromosPage, Shell } from './models/index.ts';
import { PUBLIC_PAGES, WALLET_PAGES } from './support/public-pages.ts';

/** Every violation that the browser reports, on any page of this context. */
async function watchViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeBinding('reportViolation', (_source, text: string) => {
    violations.push(text);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event;
      Reflect.get(
        window,
        'reportViolation',
      )(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  return violations;
}

/** The directives of a page's own policy, with their sources. */
function policy(html: string): Map<string | undefined, string[]> {
  const [, content = ''] =
    /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? [];
  const parts = content.replaceAll('&#39;', "'").split(';');
  return new Map(
    parts.map((part) => part.trim().split(/\s+/)).map(([name, ...sources]) => [name, sources]),
  );
}

test('no page violates its own policy', async ({ page, context, customer: _ }) => {
  test.slow();
  const violations = await watchViolations(context);
  for (const path of [...PUBLIC_PAGES, ...WALLET_PAGES]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading').first()).toBeAttached();
  }
  expect(violations).toEqual([]);
});

test('no sheet or code that a visitor opens violates the policy', async ({
  page,
  context,
  customer: _,
}) => {
  const violations = await watchViolations(context);
  const shell = new Shell(page);
  await new PromosPage(page).goto();
  await shell.share();
  const customers = new CustomersPage(page);
  await customers.goto();
  await customers.pressStamp();
  await new HomePage(page).open();
  await shell.share();
  await expect(shell.shareSheet.picture).toBeVisible();
  await page.keyboard.press('Escape');
  await shell.openCode();
  await expect(shell.codeSheet.picture).toBeVisible();
  expect(violations).toEqual([]);
});

test('every page begins with a strict policy', async ({ request }) => {
  for (const path of [...PUBLIC_PAGES, ...WALLET_PAGES]) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(
      /<head><meta charset="utf-8"><meta http-equiv="content-security-policy"/,
    );
    const told = policy(html);
    expect(told.get('default-src'), path).toEqual(["'none'"]);
    expect(told.get('connect-src'), path).toEqual(["'self'"]);
    expect(told.get('object-src'), path).toEqual(["'none'"]);
    expect(told.get('base-uri'), path).toEqual(["'none'"]);
    expect(told.get('require-trusted-types-for'), path).toEqual(["'script'"]);
    expect(told.get('trusted-types'), path).toEqual(['stampcard-worker']);
    expect(told.get('worker-src'), path).toEqual(["'self'"]);
    for (const name of ['script-src', 'style-src']) {
      const others = told
        .get(name)
        ?.filter((source) => source !== "'self'" && !/^'sha256-[\w+/=]+'$/.test(source));
      expect(others, `${path} ${name}`).toEqual([]);
    }
  }
});

test('the policy blocks scripts, styles, markup and frames that are not the site’s own', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/Content Security Policy|Trusted(HTML|Script)/);
  const violations = await watchViolations(context);
  await page.goto('/download');
  const outcome = await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('window.ran = true');
    const style = document.createElement('style');
    style.append('main { display: none }');
    document.head.append(style);
    let refused = '';
    try {
      document.body.append(script);
      document.body.innerHTML = '<img src=x>';
    } catch (error) {
      refused = String(error);
    }
    const frame = document.createElement('iframe');
    frame.src = '/promos';
    document.body.append(frame);
    const hidden = !document.querySelector('main')?.checkVisibility();
    return { refused, hidden, ran: 'ran' in window };
  });
  expect(outcome.ran).toBe(false);
  expect(outcome.hidden).toBe(false);
  expect(outcome.refused).toContain('TrustedHTML');
  await expect.poll(() => violations.join('\n')).toContain('frame-src');
  expect(violations.join('\n')).toContain('require-trusted-types-for');
  expect(violations.join('\n')).toContain('style-src');
});

test('the headers add what a policy in a page cannot say', async ({ page }) => {
  for (const path of ['/', '/home', '/store/1', '/no-such-page']) {
    const headers = (await page.request.get(path)).headers();
    expect(headers['content-security-policy'], path).toBe("frame-ancestors 'none'");
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
    expect(headers['permissions-policy'], path).toContain('screen-wake-lock=(self)');
    expect(headers['strict-transport-security'], path).toContain('max-age=');
  }
  await page.goto('/');
  const font = await page.locator('link[rel="preload"][as="font"]').getAttribute('href');
  const caching = async (path: string) => (await page.request.get(path)).headers()['cache-control'];
  expect(await caching(font ?? '')).toBe('public, max-age=31536000, immutable');
  // What a browser was once told lasts for good, even that there is no such file.
  expect(await caching('/_astro/missing.js')).toContain('must-revalidate');
});
