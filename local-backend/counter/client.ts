/** Runs in the browser on the store counter's page. */
import type { Database } from '../../src/lib/data/database.types.ts';
import { scanCamera, scanPicture } from './scan.ts';

interface CounterSession {
  apiKey: string;
  accessToken: string;
  member: string;
}
type Code =
  | { kind: 'customer'; payload: { display_name: string } }
  | {
      kind: 'redemption';
      payload: { displayName: string; reward_name: string; store_name: string };
    }
  | { kind: 'unreadable' };

/** A scanned code, and the request id under which it is given or redeemed exactly once. */
interface Scan {
  payload: object;
  customer: string;
  requestId: string;
}

const byId = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) {
    throw new Error(`The page has no ${id}.`);
  }
  return found;
};

const store = byId('store', HTMLSelectElement);
const content = byId('content', HTMLTextAreaElement);
const picture = byId('picture', HTMLInputElement);
const camera = byId('camera', HTMLButtonElement);
const preview = byId('preview', HTMLVideoElement);
const give = byId('give', HTMLFormElement);
const redeem = byId('redeem', HTMLFormElement);
const nextCustomer = byId('next', HTMLButtonElement);

let session: Promise<CounterSession | null> = Promise.resolve(null);
let scan: Scan | null = null;
let stopCamera = () => {};

const show = (id: 'who' | 'done' | 'problem', text: string) => {
  const line = byId(id, HTMLElement);
  line.textContent = text;
  line.hidden = text === '';
};

function reset(): void {
  scan = null;
  stopCamera();
  give.hidden = true;
  redeem.hidden = true;
  nextCustomer.hidden = true;
  give.reset();
  redeem.reset();
  content.value = '';
  picture.value = '';
  show('done', '');
  show('problem', '');
}

async function signIn(): Promise<CounterSession | null> {
  show('who', 'Signing in…');
  const response = await fetch('/local/counter/session', { method: 'POST', body: store.value });
  const opened: CounterSession | null = response.ok ? await response.json() : null;
  const storeName = store.selectedOptions[0]?.textContent ?? '';
  show(
    'who',
    opened ? `Signed in as ${opened.member} for ${storeName}.` : `Nobody works at ${storeName}.`,
  );
  return opened;
}

function openStore(): void {
  reset();
  session = signIn();
}

async function readCode(text: string | null): Promise<void> {
  reset();
  const code: Code = text
    ? await (await fetch('/local/counter/read', { method: 'POST', body: text })).json()
    : { kind: 'unreadable' };
  if (code.kind === 'unreadable') {
    show(
      'problem',
      'There is no Stampcard code in this. Ask the customer to hold still and try again.',
    );
    return;
  }
  const form = code.kind === 'customer' ? give : redeem;
  const customer =
    (code.kind === 'customer' ? code.payload.display_name : code.payload.displayName) ||
    'Stampcard User';
  scan = { payload: code.payload, customer, requestId: crypto.randomUUID() };
  const texts: Record<string, string> =
    code.kind === 'customer'
      ? { customer }
      : { customer, reward: code.payload.reward_name, store: code.payload.store_name };
  for (const placeholder of form.querySelectorAll<HTMLElement>('[data-show]')) {
    placeholder.textContent = texts[placeholder.dataset.show ?? ''] ?? '';
  }
  form.hidden = false;
  form.querySelector('button')?.focus();
}

type Functions = Database['public']['Functions'];
type Answer = Record<string, unknown>;

class Refusal extends Error {
  /** The refusal in a word, for programs. */
  readonly reason: unknown;

  constructor({ message, details }: Answer) {
    super(String(message ?? 'This did not work. Please try again.'));
    this.reason = details;
  }
}

/** Calls one of the store's two functions as the member; a refusal is thrown. */
async function callFunction<Name extends keyof Functions>(
  name: Name,
  body: Record<keyof Functions[Name]['Args'], unknown>,
): Promise<Answer> {
  const member = await session;
  if (!member) {
    throw new Error('Nobody is signed in for this store.');
  }
  const request = (token: string) =>
    fetch(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: member.apiKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  let response = await request(member.accessToken);
  if (response.status === 401) {
    session = signIn();
    response = await request((await session)?.accessToken ?? '');
  }
  const answer: Answer = await response.json();
  if (!response.ok) {
    throw new Refusal(answer);
  }
  return answer;
}

const OPENING_TRIES = 3;
const OPENING_WAIT_MS = 1000;

/**
 * The picture of a code can be here before the backend knows that it is open, and is asked about
 * again then, under the same request id.
 */
async function onceOpen(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const isEarly = error instanceof Refusal && error.reason === 'code_not_open';
      if (!isEarly || tries === OPENING_TRIES) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, OPENING_WAIT_MS));
    }
  }
}

const plural = (count: unknown) => (Number(count) === 1 ? '1 stamp' : `${count} stamps`);

function onSubmit(form: HTMLFormElement, action: (scan: Scan) => Promise<string>): void {
  const button = form.querySelector('button');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!scan || !button || button.disabled) {
      return;
    }
    button.disabled = true;
    show('problem', '');
    try {
      show('done', await action(scan));
      form.hidden = true;
      nextCustomer.hidden = false;
      nextCustomer.focus();
    } catch (error) {
      show('problem', error instanceof Error ? error.message : 'This did not work.');
    } finally {
      button.disabled = false;
    }
  });
}

onSubmit(give, async ({ payload, customer, requestId }) => {
  const answer = await callFunction('give_stamp', {
    payload,
    store_id: Number(store.value),
    stamp_count: byId('count', HTMLInputElement).valueAsNumber,
    invoice: byId('invoice', HTMLInputElement).value,
    request_id: requestId,
  });
  return `${plural(answer.stamp_count)} given to ${customer}, who now holds ${plural(answer.stamps_held)} at ${answer.store_name}.`;
});

onSubmit(redeem, async ({ payload, customer, requestId }) => {
  const notes = byId('notes', HTMLTextAreaElement).value;
  const answer = await onceOpen(() =>
    callFunction('redeem_reward', { payload, notes, request_id: requestId }),
  );
  return `${answer.reward_title} redeemed for ${plural(answer.stamps_spent)} by ${customer}, who keeps ${plural(answer.stamps_held)}.`;
});

store.addEventListener('change', openStore);
nextCustomer.addEventListener('click', reset);
byId('paste', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void readCode(content.value);
});
picture.addEventListener('change', async () => {
  const chosen = picture.files?.[0];
  if (chosen) {
    await readCode(await scanPicture(chosen));
  }
});
camera.addEventListener('click', async () => {
  if (!preview.hidden) {
    stopCamera();
    return;
  }
  reset();
  const showPreview = (on: boolean) => {
    preview.hidden = !on;
    camera.setAttribute('aria-pressed', String(on));
  };
  showPreview(true);
  try {
    const stop = await scanCamera(preview, (text) => {
      showPreview(false);
      void readCode(text);
    });
    stopCamera = () => {
      stop();
      showPreview(false);
    };
  } catch {
    showPreview(false);
    show('problem', 'The camera cannot be used here. Upload a picture or paste the content.');
  }
});

openStore();
