/** A page as a customer meets it: found by role and name, touched where it can be seen. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { decode } from '../../decode.ts';
import type { InPage, KeyName, Tab } from './engine.ts';
import { type Found, type Sought, type Step, seek } from './in-page.ts';

const requireModule = createRequire(import.meta.url);
/** The queries that the tests of the islands find their elements with. */
const QUERIES = readFileSync(
  join(dirname(requireModule.resolve('@testing-library/dom')), '@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Generous, for slow machines: nothing waits longer than it has to. */
const WAIT = { timeout: 50_000, interval: 50 };

/** Waits until a look at the page finds what is expected; a page that is changing is looked at again. */
export const until = <Value>(look: () => Promise<Value>): Promise<Value> => vi.waitFor(look, WAIT);

type Name = string | RegExp;

const step = (role: string, name?: Name): Step => ({
  role,
  ...(typeof name === 'string' && { name }),
  ...(name instanceof RegExp && { pattern: name.source }),
});

/** A part of a page. The path of a part inside another begins with the outer one. */
export class Part {
  readonly page: Page;
  readonly path: readonly Step[];

  constructor(page: Page, path: readonly Step[]) {
    this.page = page;
    this.path = path;
  }

  get(role: string, name?: Name): Part {
    return new Part(this.page, [...this.path, step(role, name)]);
  }

  toString = () =>
    this.path.map(({ role, name, pattern }) => `${role} ${name ?? pattern ?? ''}`).join(' > ');

  look(wanted: Sought['wanted'] = 'shown'): Promise<Found> {
    return this.page.seek({ path: this.path, wanted });
  }

  /** Waits until it can be seen. */
  async seen(): Promise<Found> {
    return until(async () => {
      const found = await this.look();
      expect(found.count, `${this}`).toBeGreaterThan(0);
      return found;
    });
  }

  /** Waits until there are this many of it. */
  async counted(count: number): Promise<void> {
    await until(async () => expect((await this.look()).count, `${this}`).toBe(count));
  }

  gone = () => this.counted(0);

  /** Waits until this text can be read in it. */
  async says(text: Name): Promise<void> {
    await until(async () => {
      const { texts } = await this.look();
      const wanted =
        typeof text === 'string'
          ? expect.stringContaining(text)
          : expect.stringMatching(new RegExp(text.source, 'm'));
      expect(texts, `${this}`).toContainEqual(wanted);
    });
  }

  async focused(): Promise<void> {
    await until(async () =>
      expect((await this.look()).hasFocus, `the focus on ${this}`).toBe(true),
    );
  }

  /** Waits until it stands still and nothing lies over it, and presses it there. */
  async tap(): Promise<void> {
    await this.page.tab.show();
    const point = await until(async () => {
      const { point: found } = await this.look('touched');
      if (found === null) throw new Error(`${this} can't be touched.`);
      return found;
    });
    await this.page.tab.press(point.x, point.y);
  }

  /** On a busy machine Firefox may lose a press on a page that has just loaded, so it is pressed again. */
  async focus(): Promise<void> {
    await until(async () => {
      await this.tap();
      expect((await this.look()).hasFocus, `the focus on ${this}`).toBe(true);
    });
  }

  async fill(text: string): Promise<void> {
    await this.focus();
    // Text that is already in the field is overwritten.
    await this.page.evaluate(() => (document.activeElement as HTMLInputElement).select());
    await this.page.tab.type(text);
  }
}

export class Page extends Part {
  readonly tab: Tab;
  readonly #origin: string;

  constructor(tab: Tab, origin: string) {
    super(undefined as never, []);
    Object.assign(this, { page: this });
    this.tab = tab;
    this.#origin = origin;
  }

  /** The page as a whole, which is inside no other part. */
  override toString = () => 'the page';

  async seek(sought: Sought): Promise<Found> {
    const found = await this.tab.evaluate(seek, sought);
    if (found !== null) return found;
    await this.tab.load(QUERIES);
    return this.seek(sought);
  }

  evaluate<Args extends unknown[], Result>(run: InPage<Args, Result>, ...args: Args) {
    return this.tab.evaluate(run, ...args);
  }

  /** Waits until every island has been hydrated: before that, a tap does nothing. */
  async open(path: string): Promise<void> {
    await this.tab.goto(this.#origin + path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await until(async () => {
      const waiting = await this.tab.evaluate(
        () =>
          document.readyState === 'loading' || document.querySelector('astro-island[ssr]') !== null,
      );
      expect(waiting, 'islands that wait').toBe(false);
    });
  }

  async at(path: string): Promise<void> {
    await until(async () =>
      expect(await this.tab.evaluate(() => location.pathname + location.search)).toBe(path),
    );
  }

  /** Going back or forward while a page loads may keep the driver waiting for the rest of the page. */
  async #go(way: 'back' | 'forward'): Promise<void> {
    await until(async () => {
      const state = await this.tab.evaluate(() => document.readyState);
      expect(state).toBe('complete');
    });
    await this.tab[way]();
  }

  back = () => this.#go('back');
  forward = () => this.#go('forward');
  key = (name: KeyName) => this.tab.key(name);

  /** Reads the code on the screen as a scanner does; waits until there is one. */
  async scan(): Promise<string> {
    return until(async () => {
      const text = await decode(await this.tab.screenshot());
      if (text !== null) return text;
      const [words] = (await this.look()).texts;
      throw new Error(`There is no code on the screen, which says: ${words}`);
    });
  }
}
