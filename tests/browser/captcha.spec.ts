/** The CAPTCHA of the sign-in by code, in a build that has one, with a provider that is played here. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { createStaticSite } from '../../scripts/server/static-site.ts';
import { expect, test, uniqueEmail } from './fixtures.ts';
import { LoginPage } from './models/index.ts';
import { ROOT } from './support/own-product.ts';
import { hostSite, type OwnSite } from './support/own-site.ts';

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js';
const FAILED =
  'We could not check that you are a person. Allow this page to load the check, or use another browser, and try again.';

/**
 * Plays the provider: draws a button, as for a visitor of whom it is not sure, and gives a token
 * for a tap on it. Like the real one it writes markup, which Trusted Types would refuse.
 */
const PROVIDER = `
  let given = 0;
  window.turnstile = {
    render(place, options) {
      place.innerHTML = '<button type="button">I am a person</button><button type="button">Fail</button>';
      const [pass, fail] = place.querySelectorAll('button');
      pass.onclick = () => options.callback(options.sitekey + '-token-' + ++given);
      fail.onclick = () => options['error-callback']('300010');
      return 'widget';
    },
    remove() { document.querySelector('main section').innerHTML = ''; },
  };
  onCaptchaReady();`;

// One build for all of them.
test.describe.configure({ mode: 'default' });

let site: OwnSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const folder = test.info().outputPath('dist');
  const env = {
    ...process.env,
    PUBLIC_CAPTCHA_PROVIDER: 'turnstile',
    PUBLIC_CAPTCHA_SITE_KEY: '0x4AAA',
  };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  await run('node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder);
  await run('scripts/build/after-build.ts', folder);
  site = await hostSite(await createStaticSite(folder));
});

test.afterAll(() => site.close());

/** Every code that is asked for, by the token that came with it. */
async function tokensOf(page: Page): Promise<unknown[]> {
  const tokens: unknown[] = [];
  await page.route('**/auth/v1/otp?*', (route) => {
    tokens.push(route.request().postDataJSON().gotrue_meta_security?.captcha_token);
    return route.fulfill({ json: {} });
  });
  return tokens;
}

async function openForm(page: Page): Promise<LoginPage> {
  await page.goto(`http://localhost:${site.port}/login?isWebView=1`);
  const login = new LoginPage(page);
  await expect(login.sendButton).toBeEnabled();
  return login;
}

test('a CAPTCHA is asked for with each code, and not before one is', async ({ page }) => {
  const loaded: string[] = [];
  await page.route(`${SCRIPT}*`, (route) => {
    loaded.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: PROVIDER });
  });
  const tokens = await tokensOf(page);
  const login = await openForm(page);
  const check = page.getByRole('region', { name: 'Check that you are a person' });
  await login.enterEmail(uniqueEmail());
  expect(loaded).toEqual([]);
  await login.sendCode();
  await expect(login.status).toHaveText('Please confirm below that you are a person.');
  await check.getByRole('button', { name: 'I am a person' }).press('Enter');
  await expect(login.sent).toBeVisible();
  await expect(check).toBeHidden();
  expect(tokens).toEqual(['0x4AAA-token-1']);
  await login.resendCode();
  await check.getByRole('button', { name: 'I am a person' }).press('Enter');
  await expect(login.resentButton).toBeDisabled();
  expect(tokens).toEqual(['0x4AAA-token-1', '0x4AAA-token-2']);
  expect(loaded).toHaveLength(1);
});

test('a CAPTCHA that fails, or that is blocked, is told of in words, and can be tried again', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: net::ERR_FAILED/);
  await page.route(`${SCRIPT}*`, (route) => route.abort());
  const tokens = await tokensOf(page);
  const login = await openForm(page);
  await login.sendCodeTo(uniqueEmail());
  await expect(login.alert).toHaveText(FAILED);
  await page.unroute(`${SCRIPT}*`);
  await page.route(`${SCRIPT}*`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: PROVIDER }),
  );
  await login.sendCode();
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(login.alert).toHaveText(FAILED);
  expect(tokens).toEqual([]);
  await login.sendCode();
  await page.getByRole('button', { name: 'I am a person' }).click();
  await expect(login.sent).toBeVisible();
  expect(tokens).toHaveLength(1);
});

test('a CAPTCHA opens the policy of /login to its provider, and of no other page', async ({
  page,
  request,
}) => {
  const policyOf = async (path: string) => {
    const html = await (await request.get(`http://localhost:${site.port}${path}`)).text();
    return /http-equiv="?content-security-policy"? content="([^"]*)"/i.exec(html)?.[1] ?? '';
  };
  const login = await policyOf('/login');
  expect(login).toMatch(/script-src [^;]*'self' https:\/\/challenges\.cloudflare\.com[ ;]/);
  expect(login).toContain('frame-src https://challenges.cloudflare.com');
  expect(login).not.toContain('trusted-types');
  for (const path of ['/', '/home', '/profile', '/customers']) {
    const policy = await policyOf(path);
    expect(policy, path).not.toContain('cloudflare');
    expect(policy, path).toContain("require-trusted-types-for 'script'");
    expect(policy, path).toContain('trusted-types stampcard-worker');
  }
  // Without web-view mode, and so without the form, the provider is not asked for anything.
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).host));
  await page.goto(`http://localhost:${site.port}/login`);
  await expect(new LoginPage(page).googleButton).toBeEnabled();
  expect(asked.filter((host) => !host.startsWith('localhost'))).toEqual([]);
});
