/**
 * What an operator is told of an error in a customer's browser (docs/decisions/client-errors.md):
 * where in our code, and the words that browsers themselves use. No other word of a message is
 * passed on, so that no name, address, id or token can be, whoever put it there.
 */

/** An error as the browser tells of it. */
export interface ClientError {
  /** 'rejection': nobody was waiting for it. */
  kind: 'error' | 'rejection';
  thrown: unknown;
  /** Where it happened, as the browser says in place of a stack. */
  place?: { file: string; line: number; column: number };
}

/** The page in which it happened. */
export interface ReportingPage {
  /** Of the route, not of the address: no id and no query. */
  route: string;
  /** Where the site stands, with the path below its host. */
  site: string;
  release: string;
  userAgent: string;
}

export interface ErrorReport {
  kind: ClientError['kind'];
  name: string;
  message: string;
  /** Of an answer from the backend: its status, and its code. */
  status?: number;
  code?: string;
  /** 'file:line:column', the innermost first, of our own files. */
  stack: string[];
  route: string;
  release: string;
  engine: string;
  version: string;
}

const MAX_MESSAGE = 500;
const MAX_WORDS = 40;
const MAX_FRAMES = 10;

/** Names of errors: of the language, of browsers, and our own. */
const NAMES = [
  /^(Aggregate|Eval|Internal|Range|Reference|Syntax|Type|URI)?Error$/,
  /^(Abort|Constraint|DataClone|Encoding|HierarchyRequest|InvalidAccess|InvalidCharacter)Error$/,
  /^(InvalidState|Network|NotAllowed|NotFound|NotReadable|NotSupported|Operation)Error$/,
  /^(QuotaExceeded|ReadOnly|Security|Timeout|Unknown|WrongDocument)Error$/,
  /^(Data|Auth(Api|RetryableFetch|SessionMissing|Unknown)?)Error$/,
];

/** What engines, their interfaces and React say of errors. Nobody's name is among them as it is written. */
const WORDS = new Set(
  `a access an and are argument arguments array as at attempt attempting be been before body bound but by call
  called callback cancelled cannot character circular class closed code component const constructor
  context converting could data declared deferred defined deleted denied derived detached did document
  does due dynamically element empty error escape evaluating event exceeded exist expected expecting
  expression extensible failed failure fetch fetching find for found from function getter had has have
  identifier if implement imported importing in index initialization initialized input insecure instance
  instead interface interrupted invalid invoked is it item iterable iterator key left length line link
  literal load loading longer match memory method minified missing module more must name negative network
  new no node non not null number object of on one only operand operation operator or origin out
  parameter parameters parse parsed pattern permission plain position possible primitive private promise
  properties property protocol prototype quota radix range read readable reading redirect reference
  registered rejected rejection removed replace request required resize resolve resource response result
  returned right scope script security server set setter setting shadow side size stack standard state
  storage store string structure superclass supported symbol syntax target template terminated than that
  the this thrown time timed timeout timer to token too transaction transition tried trusted type
  undefined unexpected unhandled unknown unsafe unsupported unterminated update used user valid value
  variable was were when while window with without worker
  Attempted Cannot Class Could Converting Error Expected Failed Function Identifier Importing
  Internal Invalid JSON Load Maximum Minified Missing Network NetworkError Node Not Object Out
  Permission Promise Quota React Reduce Request Response ResizeObserver SecurityError String
  SyntaxError The This TypeError Type Unable Unexpected Unterminated Value Window`.split(/\s+/),
);

const HIDDEN = '…';

/** The number of its explanation is all that React says in a build. */
const REACT = /^Minified React error #\d{1,3}(?=;)/;

/** The message, with '…' in the place of all that browsers would not say by themselves. */
export function cleanMessage(message: string): string {
  const [react] = REACT.exec(message) ?? [];
  if (react) return react;
  const words = message.slice(0, MAX_MESSAGE).match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return words
    .map((word) => (WORDS.has(word) ? word : HIDDEN))
    .filter((word, index, all) => word !== HIDDEN || all[index - 1] !== HIDDEN)
    .slice(0, MAX_WORDS)
    .join(' ');
}

/** `{file}:{line}:{column}`, as every engine ends a line of a stack. */
const FRAME = /([a-z-]+:\/\/[^\s()]+?):(\d+):(\d+)/g;
const BUILT_FILE = /^\/(_astro\/[\w.-]+|worker)\.js$/;

/** A place in our own code; a script within a page goes by its route. Null where it is not ours. */
function ownPlace(file: string, position: string, { site, route }: ReportingPage): string | null {
  const ours = `${site}/`;
  if (!file.startsWith(ours)) return null;
  const [path = ''] = file.slice(site.length).split(/[?#]/);
  return `${BUILT_FILE.test(path) ? path : route}:${position}`;
}

/** Our own lines of a stack; null where there are lines, and none of them is ours. */
function ownStack({ thrown, place }: ClientError, page: ReportingPage): string[] | null {
  const { stack } = Object(thrown) as { stack?: unknown };
  const frames = typeof stack === 'string' ? [...stack.matchAll(FRAME)] : [];
  const places = frames.map(([, file = '', line, column]) =>
    ownPlace(file, `${line}:${column}`, page),
  );
  if (places.length === 0 && place) {
    places.push(ownPlace(place.file, `${place.line}:${place.column}`, page));
  }
  const own = places.filter((text) => text !== null).slice(0, MAX_FRAMES);
  return places.length > 0 && own.length === 0 ? null : own;
}

/** The engine, which is what matters, and its version; on an iPhone every browser is WebKit. */
function engineOf(userAgent: string): { engine: string; version: string } {
  const patterns: [engine: string, pattern: RegExp][] = [
    ['gecko', /\bFirefox\/(\d+)/],
    ['blink', /Chrome\/(\d+)/],
    ['webkit', /\bVersion\/(\d+(?:\.\d+)?)/],
    ['webkit', / OS (\d+(?:_\d+)?)[\d_]* like Mac/],
  ];
  for (const [engine, pattern] of patterns) {
    const [, version] = pattern.exec(userAgent) ?? [];
    if (version) return { engine, version: version.replace('_', '.') };
  }
  return { engine: 'other', version: '' };
}

/** SQLSTATE, or PostgREST's own. */
const CODE = /^(PGRST\d{3}|(?=.*\d)[0-9A-Z]{5})$/;

/** What an answer of the backend was, where it became the error. */
function answerOf(thrown: unknown): { status?: number; code?: string } {
  const { status, code } = Object(thrown) as { status?: unknown; code?: unknown };
  return {
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof code === 'string' && CODE.test(code) ? { code } : {}),
  };
}

/** Null for what is not our code's: of extensions, and of whoever shows the site inside an app. */
export function errorReport(error: ClientError, page: ReportingPage): ErrorReport | null {
  const stack = ownStack(error, page);
  if (stack === null) return null;
  const { kind, thrown } = error;
  const { name, message } = Object(thrown) as { name?: unknown; message?: unknown };
  const text = typeof thrown === 'string' ? thrown : message;
  return {
    kind,
    name: typeof name === 'string' && NAMES.some((known) => known.test(name)) ? name : 'Error',
    message: typeof text === 'string' ? cleanMessage(text) : '',
    ...answerOf(thrown),
    stack,
    route: page.route,
    release: page.release,
    ...engineOf(page.userAgent),
  };
}
