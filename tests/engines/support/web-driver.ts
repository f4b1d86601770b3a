/** A session of W3C WebDriver, over HTTP. */

/** Every key name is a separate character. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' } as const;

interface Failure {
  error: string;
  message: string;
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'error' in value && 'message' in value;

/** A look that meets a reload gets no answer: the next look finds the new page. */
const LOOK = '/execute/async';
const LOOK_MS = 10_000;
/** Anything else is asked once, and takes its time on a busy machine. */
const ANSWER_MS = 50_000;
/** Typed in parts, so that an answer does not take longer for a longer text. */
const TYPED_AT_ONCE = 20;

export class WebDriver {
  readonly #base: string;

  private constructor(base: string) {
    this.#base = base;
  }

  /** A new session, with the one browser that belongs to it. */
  static async begin(origin: string, capabilities: object): Promise<WebDriver> {
    const driver = new WebDriver(origin);
    // While it waits for an answer that a reload has lost, the driver takes no other call.
    const timeouts = { script: LOOK_MS };
    const body = { capabilities: { alwaysMatch: { timeouts, ...capabilities } } };
    const { sessionId } = await driver.post<{ sessionId: string }>('/session', body);
    return new WebDriver(`${origin}/session/${sessionId}`);
  }

  async #call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const limitMs = path === LOOK ? LOOK_MS : ANSWER_MS;
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(this.#base + path, {
      ...{ method, signal },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw new Error(`${method} ${path} was not answered within ${limitMs} ms.`);
    });
    const { value } = (await response.json()) as { value: Value };
    if (isFailure(value)) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  get = <Value>(path: string) => this.#call<Value>('GET', path);
  post = <Value>(path: string, body: object = {}) => this.#call<Value>('POST', path, body);
  delete = (path: string) => this.#call<unknown>('DELETE', path);

  /** Runs a function in the page, and waits for its promise. */
  async run<Result>(source: string, args: unknown[]): Promise<Result> {
    const script = `
      const [args, done] = arguments;
      Promise.resolve().then(() => (${source})(...args)).then(
        (value) => done({ value }),
        (thrown) => done({ thrown: String(thrown && thrown.stack ? thrown + thrown.stack : thrown) }),
      );`;
    const answer = await this.post<{ value: Result; thrown?: string }>(LOOK, {
      script,
      args: [args],
    });
    if (answer.thrown !== undefined) throw new Error(answer.thrown);
    return answer.value;
  }

  async press(x: number, y: number): Promise<void> {
    const at = {
      type: 'pointerMove',
      duration: 0,
      origin: 'viewport',
      x: Math.round(x),
      y: Math.round(y),
    };
    await this.post('/actions', {
      actions: [
        {
          type: 'pointer',
          id: 'finger',
          parameters: { pointerType: 'mouse' },
          actions: [at, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }],
        },
      ],
    });
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    while (actions.length > 0) {
      const some = actions.splice(0, 2 * TYPED_AT_ONCE);
      await this.post('/actions', { actions: [{ type: 'key', id: 'keys', actions: some }] });
    }
  }

  key = (name: keyof typeof KEYS) => this.type(KEYS[name]);
}
