/** The till of the stores (src/till), by itself: who may use it, and what a busy counter does to it. */
import { toDataURL } from 'qrcode';
import { type Customer, expect, service, test, uniqueEmail } from './fixtures.ts';
import { StorePage } from './models/index.ts';
import { accessFaults, PHONE } from './support/accessible.ts';
import { hold as holdAnswers, refuse } from './support/backend.ts';
import { Counter } from './support/counter.ts';
import { codeOf, createCustomer, giveStamps } from './support/customers.ts';
import { boxOf } from './support/touch.ts';

const KAPE_TAYO = 1;
const MGA_HALO = 2;
/** Five stamps fill its card. */
const LUGAWAN = 3;
const TSAA_AT_GATAS = 5;

/** Somebody new, who works in these stores. */
async function newMember(...stores: number[]): Promise<Customer> {
  const person = await createCustomer('Lia Ramos');
  const rows = stores.map((store_id) => ({ store_id, user_id: person.id }));
  await service().from('store_members').insert(rows).throwOnError();
  return person;
}

/** A drawn code, as an address that an image can show. */
const drawnCode = (text: string) => toDataURL(text, { width: 800, margin: 4 });

/** A different number for each customer: a store accepts each one once, and tests are repeated. */
const invoiceOf = ({ id }: Customer) => `No ${id.slice(-8)}`;

test('a member signs in with a code, chooses a store, and is in it the next time', {
  tag: '@journey',
}, async ({ counter, mailbox }) => {
  const member = await newMember(MGA_HALO, TSAA_AT_GATAS);
  const before = await mailbox.code(member.email);
  await counter.openSignedOut();
  // The till's page is built separately, with its policy and not for search engines.
  const told = counter.page.locator('meta[http-equiv], meta[name="robots"]');
  await expect(told.first()).toHaveAttribute('content', /^default-src 'none'; script-src /);
  await expect(told.last()).toHaveAttribute('content', 'noindex');
  const phone = counter.page.locator('meta[name="format-detection"]');
  await expect(phone).toHaveAttribute('content', 'telephone=no');
  await counter.askForCode(member.email);
  await expect.poll(() => mailbox.code(member.email)).not.toBe(before);
  await counter.enterCode('000000');
  await expect(counter.problem).toBeVisible();
  // With each screen the button that led to it is gone, and the focus would be too.
  await counter.otherAddressButton.click();
  await expect(counter.emailField).toBeFocused();
  await counter.askForCode(member.email);
  await expect(counter.codeField).toHaveValue('');
  await expect(counter.codeField).toHaveAttribute('inputmode', 'numeric');
  await counter.enterCode(await mailbox.code(member.email));
  await expect(counter.heading).toBeFocused();
  await counter.storeButton('Mga Halo').click();
  await expect(counter.heading).toHaveText('Mga Halo');
  await expect(counter.heading).toBeFocused();
  await counter.page.reload();
  await expect(counter.heading).toHaveText('Mga Halo');
  await service().from('store_members').insert({ store_id: KAPE_TAYO, user_id: member.id });
  await counter.changeStore();
  await expect(counter.heading).toHaveText('Which store are you in?');
  await expect(counter.heading).toBeFocused();
  await counter.storeButton('Kape Tayo').click();
  await expect(counter.heading).toHaveText('Kape Tayo');
  await counter.signOut();
  await expect(counter.emailField).toBeVisible();
  await expect(counter.heading).toBeFocused();
  const left = await counter.page.evaluate(async () => ({
    stored: [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    cookies: document.cookie,
  }));
  expect(left).toEqual({ stored: [], caches: [], databases: [], cookies: '' });

  // Nobody gets in without a store, or without an account.
  await counter.askForCode(uniqueEmail('stranger'));
  await expect(counter.problem).toContainText('Nobody with this address works in a store.');
  const customer = await createCustomer();
  const sent = await mailbox.code(customer.email);
  await counter.askForCode(customer.email);
  await expect.poll(() => mailbox.code(customer.email)).not.toBe(sent);
  await counter.enterCode(await mailbox.code(customer.email));
  await expect(counter.noMembership).toContainText(
    `${customer.email} doesn’t work in any store yet.`,
  );
});

test('stamps given by mistake are taken back in the log, and the customer’s card follows', async ({
  page,
  customer,
  counter,
}) => {
  await counter.open(LUGAWAN);
  await counter.scanText(codeOf(customer));
  await counter.give(3, invoiceOf(customer));
  await expect(counter.done).toBeVisible();
  await expect(counter.scanTitle).toBeFocused();

  // A refusal keeps what was typed, and offers a way on.
  await counter.scanText(codeOf(customer));
  await counter.give(2, invoiceOf(customer));
  await expect(counter.problem).toBeVisible();
  await expect(counter.tallyField).toHaveValue('2');
  await counter.invoiceField.fill(`${invoiceOf(customer)} B`);
  await counter.tryAgain.click();
  await expect(counter.done).toContainText('Mia Santos: 3 → 5 of 5. Card full.');
  const store = new StorePage(page);
  await store.open(LUGAWAN);
  await expect(store.card).toContainText('5 / 5');
  await counter.openLog();
  const theirs = counter.logEntries.filter({ hasText: `Customer ${customer.id.slice(-8)}` });
  await counter.undo(theirs);
  await counter.takeBackButton.click();
  await expect(theirs.first()).toContainText('2 stamps taken back');
  await page.reload();
  await expect(store.card).toContainText('3 / 5');
});

/** A camera that sees what `hold` says, and has a light. */
async function installCamera(counter: Counter, codes: Record<string, string>): Promise<void> {
  const pictures: Record<string, string> = {};
  for (const [name, text] of Object.entries(codes)) pictures[name] = await drawnCode(text);
  await counter.page.addInitScript((sources) => {
    const lit: boolean[] = [];
    let held = '';
    Object.assign(globalThis, { lit, taps: 0, hold: (name: string) => (held = name) });
    addEventListener('click', () => ((globalThis as never as Held).taps += 1), true);
    // Made before the page's policy applies, which allows no image from elsewhere.
    const images = new Map(
      Object.entries(sources).map(([name, source]) => {
        const image = new Image();
        image.src = source;
        return [name, image];
      }),
    );
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [800, 800];
      const context = canvas.getContext('2d');
      await Promise.all([...images.values()].map((image) => image.decode()));
      const draw = () => {
        const image = images.get(held);
        context?.fillRect(0, 0, 800, 800);
        if (image) context?.drawImage(image, 0, 0, 800, 800);
        requestAnimationFrame(draw);
      };
      draw();
      const stream = canvas.captureStream();
      const [track] = stream.getVideoTracks();
      Object.assign(track as object, {
        getCapabilities: () => ({ torch: true }),
        applyConstraints: async ({ advanced: [{ torch }] }: { advanced: [{ torch: boolean }] }) =>
          void lit.push(torch),
      });
      return stream;
    };
  }, pictures);
}

const hold = (counter: Counter, name: string) =>
  counter.page.evaluate((held) => (globalThis as never as Held).hold(held), name);

interface Held {
  hold: (name: string) => void;
  lit: boolean[];
  taps: number;
}

const tapsOf = (counter: Counter) =>
  counter.page.evaluate(() => (globalThis as never as Held).taps);

test('one hand serves one customer after the other: a code held out, a tap, the next code', async ({
  counter,
}) => {
  const [mia, ben, cy] = await Promise.all(
    ['Mia Santos', 'Ben Cruz', 'Cy Lim'].map((name) => createCustomer(name)),
  );
  if (!mia || !ben || !cy) throw new Error('Three customers were made.');
  await giveStamps(mia, 9, KAPE_TAYO);
  await installCamera(counter, { mia: codeOf(mia), ben: codeOf(ben), cy: codeOf(cy) });
  await counter.open(KAPE_TAYO);
  await counter.page.setViewportSize({ width: 360, height: 640 });
  await counter.cameraButton.click();
  await expect(counter.view).toBeInViewport({ ratio: 1 });
  await counter.lightButton.click();
  await expect(counter.lightButton).toHaveText('Light off');
  expect(await counter.page.evaluate(() => (globalThis as never as Held).lit)).toEqual([true]);

  const giveTo = async (name: string) => {
    await expect(counter.customer(name)).toBeVisible();
    // A code still held out would be read again after two seconds in which the machine sees nothing.
    await hold(counter, '');
    // Within reach of a thumb, and whole.
    await expect(counter.giveButton).toBeInViewport({ ratio: 1 });
    expect((await boxOf(counter.giveButton)).y).toBeGreaterThan(640 / 2);
    await counter.giveButton.click();
  };
  const before = await tapsOf(counter);
  await hold(counter, 'mia');
  await giveTo('Mia Santos');
  await expect(counter.done).toHaveText('Mia Santos: 9 → 10 of 10. Card full.');
  await hold(counter, 'ben');
  await giveTo('Ben Cruz');
  await expect(counter.done).toHaveText('Ben Cruz: 0 → 1 of 10.');
  expect(await tapsOf(counter), 'one tap a customer').toBe(before + 2);
  await hold(counter, 'cy');
  await expect(counter.customer('Cy Lim')).toBeVisible();

  // Mia says that it was one too many, while the next one waits.
  await counter.undo(counter.lastCustomers.nth(1));
  await counter.takeBackButton.click();
  await expect(counter.done).toHaveText(
    '1 stamp taken back from Mia Santos, who now has 9 stamps at Kape Tayo.',
  );
  await giveTo('Cy Lim');
  await expect(counter.lastCustomers).toHaveText([
    /Cy Lim 1 stamp given/,
    /Ben Cruz 1 stamp given/,
    /Mia Santos 1 stamp taken back/,
  ]);
  // A phone on its side, and a tablet on its stand.
  for (const [width, height] of [
    [844, 390],
    [1024, 768],
  ] as const) {
    await counter.page.setViewportSize({ width, height });
    await expect(counter.view).toBeInViewport({ ratio: 1 });
    await expect(counter.done).toBeInViewport({ ratio: 1 });
  }
  await counter.page.setViewportSize({ width: 360, height: 640 });
  await counter.scanPicture(Buffer.from('no picture'));
  // A page is scrolled by whole pixels.
  await expect(counter.problem).toBeInViewport({ ratio: 0.99 });
});

test('on a till held sideways the next steps are in sight after other customers and a refusal', async ({
  counter,
  complaints,
}) => {
  await counter.page.setViewportSize({ width: 844, height: 390 });
  await counter.open(KAPE_TAYO);
  for (const name of ['Mia Santos', 'Ben Cruz']) {
    await counter.scanText(codeOf(await createCustomer(name)));
    await counter.giveButton.press('Enter');
    await expect(counter.done).toContainText(name);
  }
  await counter.scanText(codeOf(await createCustomer('Cy Lim')));
  await expect(counter.giveButton).toBeFocused();
  // With its focus ring.
  expect((await boxOf(counter.giveButton)).bottom).toBeLessThanOrEqual(390 - 5);
  await refuse(counter.page, complaints, /\/rest\/v1\/rpc\//, 'The kitchen is closed.');
  await counter.giveButton.press('Enter');
  await expect(counter.problem).toBeVisible();
  // A page is scrolled by whole pixels.
  for (const button of [counter.tryAgain, counter.nextButton])
    await expect(button).toBeInViewport({ ratio: 0.99 });

  // So is the next customer's button when the one before is refused late, before the till gives up.
  const dee = await createCustomer('Dee Ong');
  const release = await holdAnswers(counter.page, /\/rest\/v1\/rpc\//);
  await counter.tryAgain.press('Enter');
  await counter.nextButton.click();
  await counter.scanText(codeOf(dee));
  await expect(counter.giveButton).toBeInViewport({ ratio: 0.99 });
  release();
  await expect(counter.lastCustomers.first()).toHaveText('Cy Lim Refused');
  await expect(counter.giveButton).toBeInViewport({ ratio: 0.99 });
});

test('no button of the till is under the notch of a phone or its home indicator', async ({
  customer,
  counter,
}) => {
  const { page } = counter;
  const session = await page.context().newCDPSession(page);
  const inset = (insets: Record<'left' | 'right' | 'bottom', number>) =>
    session.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await counter.open(KAPE_TAYO);
  await counter.scanText(codeOf(customer));
  await counter.give(1, invoiceOf(customer));
  await expect(counter.done).toBeVisible();
  await counter.scanText(codeOf(customer));
  await page.setViewportSize({ width: 844, height: 390 });
  await inset({ left: 47, right: 47, bottom: 21 });
  for (const button of [counter.lastCustomers.getByRole('button'), counter.giveButton]) {
    await expect.poll(async () => (await boxOf(button)).right).toBeLessThanOrEqual(844 - 47);
  }
  // So low that the button that gives covers what is below it.
  await page.setViewportSize({ width: 390, height: 490 });
  await inset({ left: 0, right: 0, bottom: 34 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect
    .poll(async () => (await boxOf(counter.giveButton)).bottom)
    .toBeLessThanOrEqual(490 - 34);
});

test('a scanner that types serves one customer after the other, wherever the focus is', async ({
  customer,
  counter,
}) => {
  const ben = await createCustomer('Ben Cruz');
  await counter.open(KAPE_TAYO);
  await counter.typeAsScanner(codeOf(customer));
  await expect(counter.customer('Mia Santos')).toBeVisible();
  await expect(counter.giveButton).toBeFocused();

  // With spaces and Enter, on the button that gives.
  await counter.typeAsScanner(codeOf(ben));
  await expect(counter.page.getByText('Finish with Mia Santos first, or cancel.')).toBeVisible();
  await counter.page.keyboard.press('Enter');
  await expect(counter.done).toHaveText('Mia Santos: 0 → 1 of 10.');
  // The title has the focus and takes no room: 'Undo' stays where it was.
  await expect(counter.scanTitle).toBeFocused();
  await expect(counter.scanTitle).toHaveCSS('height', '1px');
  await counter.openLog();
  await counter.typeAsScanner(codeOf(ben));
  await expect(counter.customer('Ben Cruz')).toBeVisible();
  await expect(counter.menu).toHaveCount(0);
  await expect(counter.giveButton).toBeFocused();

  // An invoice number goes into the field, and the next customer's code into none: one not held out before.
  const next = codeOf({ ...customer, id: crypto.randomUUID() });
  await counter.tallyField.focus();
  await counter.typeAsScanner(next);
  await expect(counter.page.getByText('Finish with Ben Cruz first, or cancel.')).toBeVisible();
  await expect(counter.tallyField).toHaveValue('1');
  const invoice = invoiceOf(ben);
  const [start, ...rest] = invoice;
  await counter.invoiceField.fill(`${start}`);
  await counter.typeAsScanner(next);
  await expect(counter.invoiceField).toHaveValue(`${start}`);
  await counter.typeAsScanner(rest.join(''));
  await expect(counter.done).toHaveText('Ben Cruz: 0 → 1 of 10.');
  await counter.typeAsScanner('4800016644931');
  await expect(counter.problem).toContainText('No Stampcard code found.');
  await counter.openLog();
  // Other tills of the store give stamps, too.
  await expect(counter.logEntries.filter({ hasText: `Invoice ${invoice}` })).toHaveCount(1);
});

test('the menu looks right even if the connection was lost when it was first fetched', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: net::ERR_FAILED/);
  const counter = new Counter(page);
  const parts = /\/assets\/Menu-/;
  await page.route(parts, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => parts.test(request.url()));
  await counter.open(KAPE_TAYO);
  await lost;
  await page.unrouteAll();
  await counter.openMenu();
  // At the bottom of the window, where a thumb is.
  await expect.poll(async () => (await boxOf(counter.menu)).bottom).toBe(844);
});

test('every state of the till is accessible', async ({ customer, counter }) => {
  const found: string[] = [];
  const look = async (state: string) => {
    for (const fault of await accessFaults(counter.page)) found.push(`${state}: ${fault}`);
  };
  await counter.page.setViewportSize(PHONE);
  await counter.openSignedOut();
  await counter.askForCode('nobody@example.com');
  await expect(counter.problem).toBeVisible();
  await look('signed out, refused');
  await counter.open(KAPE_TAYO);
  await counter.scanText('nothing');
  await look('the menu, nothing read');
  await counter.scanText(codeOf(customer));
  await look('a customer');
  await counter.give();
  await expect(counter.done).toBeVisible();
  await look('given');
  await counter.undo();
  await look('asked whether to undo');
  await counter.takeBackButton.click();
  await expect(counter.done).toContainText('1 stamp taken back from Mia Santos');
  await counter.scanText(codeOf(customer, Date.parse('2025-11-20T12:00:00Z')));
  await counter.give();
  await expect(counter.problem).toBeVisible();
  await look('refused');
  await counter.typeAsScanner(codeOf(await createCustomer('Ben Cruz')));
  await counter.give();
  await expect(counter.done).toBeVisible();
  await counter.typeAsScanner('4800016644931');
  await expect(counter.problem).toBeVisible();
  await look('given to the next one, and nothing read');
  await counter.openLog();
  await expect(counter.logEntries.first()).toBeVisible();
  await look('the log');
  await counter.closeMenuButton.click();
  await counter.cameraButton.click();
  await expect(counter.problem.first()).toContainText('The camera can’t be used here.');
  await look('without a camera, after some customers');
  expect(found).toEqual([]);
});
