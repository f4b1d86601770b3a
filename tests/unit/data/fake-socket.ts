/** A socket on which a test plays Realtime. Until it does, none opens, and a code asks at its own pace. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** All that the page has made, oldest first. */
  static all: FakeSocket[] = [];

  static last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (socket === undefined) throw new Error('The page has made no socket.');
    return socket;
  }

  readyState = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  readonly sent: { topic: string; event: string; payload: Record<string, unknown> }[] = [];
  readonly address: URL;

  constructor(address: string) {
    this.address = new URL(address);
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error('The socket is not open.');
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  /** The connection is cut. */
  cut(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.();
  }

  /** On the channel that the page has asked for, unless another is named. */
  say(event: string, payload: unknown, topic = this.sent[0]?.topic): void {
    this.sayText(JSON.stringify({ topic, event, payload, ref: '1' }));
  }

  sayText(data: unknown): void {
    this.onmessage?.({ data });
  }

  /** Opens, and lets the page in. */
  enter(): void {
    this.open();
    this.say('phx_reply', { status: 'ok', response: {} });
  }

  /** Also says that it hears the database. */
  join(): void {
    this.enter();
    this.say('system', { extension: 'system', status: 'ok' });
  }

  /** Answers the heartbeat. */
  beat(): void {
    this.say('phx_reply', { status: 'ok', response: {} }, 'phoenix');
  }
}
