/**
 * What an operator learns about an error in a customer's browser (docs/decisions/client-errors.md): what
 * kind of error, and where in our code. No word of a message is passed on, so that no name, address, id or
 * token can be, no matter who put it there.
 */

/** An error as the browser reports it. */
export interface ClientError {
  /** 'rejection': nobody was waiting for it. */
  kind: 'error' | 'rejection';
  thrown: unknown;
  /** Where it happened, if the browser reports that instead of a stack. */
  place?: { file: string; line: number; column: number };
}

/** The page in which it happened. */
export interface ReportingPage {
  /** Of the route, not of the address: no id and no query. */
  route: string;
  /** Where the site is, with the path below its host. */
  site: string;
  release: string;
  userAgent: string;
}

export interface ErrorReport {
  kind: ClientError['kind'];
  name: string;
  /** For a backend's answer: its status and code. For React: the number of its error. */
  status?: number;
  code?: string;
  /** 'file:line:column', the innermost first, of our own files. */
  stack: string[];
  route: string;
  release: string;
  engine: string;
  version: string;
}

const MAX_FRAMES = 10;

/** Names of errors: of the language, of browsers, and our own. */
const NAMES = [
  /^(Aggregate|Eval|Internal|Range|Reference|Syntax|Type|URI)?Error$/,
  /^(Abort|Constraint|DataClone|Encoding|HierarchyRequest|InvalidAccess|InvalidCharacter)Error$/,
  /^(InvalidState|Network|NotAllowed|NotFound|NotReadable|NotSupported|Operation)Error$/,
  /^(QuotaExceeded|ReadOnly|Security|Timeout|Unknown|WrongDocument)Error$/,
  /^(Data|Auth(Api|RetryableFetch|SessionMissing|Unknown)?)Error$/,
];

/** `{file}:{line}:{column}`, as every engine ends a line of a stack. */
const FRAME = /([a-z-]+:\/\/[^\s()]+?):(\d+):(\d+)/g;
const BUILT_FILE = /^\/(_astro\/[\w.-]+|worker)\.js$/;

/** A place in our own code; an inline script is named by its route. Null if it is not ours. */
function ownPlace(file: string, position: string, { site, route }: ReportingPage): string | null {
  const ours = `${site}/`;
  if (!file.startsWith(ours)) return null;
  const [path = ''] = file.slice(site.length).split(/[?#]/);
  return `${BUILT_FILE.test(path) ? path : route}:${position}`;
}

/** Our own lines of a stack; null if there are lines, and none of them is ours. */
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

/** In a build, React says nothing but the number of its explanation. */
const REACT = /^Minified (React) error (#\d{1,3});/;

/** The status and code of a backend's answer that became the error, or React's own. */
function codesOf(thrown: unknown): { status?: number; code?: string } {
  const { status, code, message } = Object(thrown) as Record<string, unknown>;
  const [, ...react] = REACT.exec(typeof message === 'string' ? message : '') ?? [];
  return {
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof code === 'string' && CODE.test(code) ? { code } : {}),
    ...(react.length > 0 ? { code: react.join(' ') } : {}),
  };
}

/** Null if the error is not from our code but from an extension, or an app that shows the site inside it. */
export function errorReport(error: ClientError, page: ReportingPage): ErrorReport | null {
  const stack = ownStack(error, page);
  if (stack === null) return null;
  const { kind, thrown } = error;
  const { name } = Object(thrown) as { name?: unknown };
  return {
    kind,
    name: typeof name === 'string' && NAMES.some((known) => known.test(name)) ? name : 'Error',
    ...codesOf(thrown),
    stack,
    route: page.route,
    release: page.release,
    ...engineOf(page.userAgent),
  };
}
