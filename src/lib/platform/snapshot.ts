/**
 * What an island showed, as plain nodes: kept on the device, and built again before the page's code
 * has come (docs/decisions/snapshots.md). Apart, for scripts within a page.
 */

/** A text, or an element: its name, its attributes and what it holds. */
export type DrawnNode =
  | string
  | readonly [string, Readonly<Record<string, string>>, ...DrawnNode[]];

export interface Snapshot {
  /** The app's day on which it was taken: on another one, screens say other things. */
  day: string;
  /** The answers it shows, by the names they are kept under: since when each reads as it does. */
  answers: Readonly<Record<string, number>>;
  /** By what tells an island, and its release, from others. */
  islands: Readonly<Record<string, readonly DrawnNode[]>>;
}

/** The question under which a snapshot is kept. */
export const SNAPSHOT = 'snapshot';

/** The question's arguments: the page, and what of its query decides what it shows. */
export function snapshotOf({ pathname, search }: { pathname: string; search: string }): string[] {
  const query = new URLSearchParams(search);
  return [pathname, ...['id', 'store_id'].map((name) => query.get(name) ?? '')];
}

/** Islands that show answers. */
export const KEPT_ISLANDS = 'astro-island[client="kept"]';

/** Files are named after what is in them: another release's island has another name. */
export const islandName = (island: Element): string =>
  `${island.getAttribute('component-url')}#${island.getAttribute('component-export')}`;

const SVG = 'http://www.w3.org/2000/svg';

/** What changes by itself, such as the time left, is empty until the page's code fills it in. */
const LIVE = 'data-live';

/** On a picture that stands in for another: the address of that one, which gets another chance. */
const FAILED = 'data-failed';

/** Not of the answers: the page itself adds them once its code has come. */
const LEFT_OUT = new Set([FAILED, 'src', 'aria-current']);

/** Pictures far down are asked for by the page's code, when they are nearly in sight. */
const isFarDown = (element: Element) => element.getAttribute('loading') === 'lazy';

function attributesOf(element: Element): Record<string, string> {
  const isLive = element.hasAttribute(LIVE);
  const kept = [...element.attributes].filter(
    ({ name }) => !LEFT_OUT.has(name) && (!isLive || name === 'class' || name === LIVE),
  );
  const attributes = Object.fromEntries(kept.map(({ name, value }) => [name, value]));
  const src = element.getAttribute(FAILED) ?? element.getAttribute('src');
  return src === null || isFarDown(element) ? attributes : { ...attributes, src };
}

export function toNodes(parent: Element): DrawnNode[] {
  return [...parent.childNodes].flatMap((node): DrawnNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const inside = node.hasAttribute(LIVE) ? [] : toNodes(node);
    return [[node.localName, attributesOf(node), ...inside]];
  });
}

/** What the islands that show answers hold; null while one of them is on its way. */
export function islandsShown(): Snapshot['islands'] | null {
  const islands = [...document.querySelectorAll(KEPT_ISLANDS)];
  const isReady = islands.every((each) => !each.hasAttribute('ssr'));
  if (!isReady || islands.length === 0) return null;
  return Object.fromEntries(islands.map((each) => [islandName(each), toNodes(each)]));
}

/** No element that loads or runs anything but a picture, no handler, no address that is a script. */
const ELEMENT =
  /^(?!script$|iframe$|object$|embed$|link$|meta$|base$|style$|form$)[a-z][a-z\d-]*$/i;
const HANDLER = /^(on|srcdoc$|style$)/i;
const ADDRESS = /^(href|src)$/i;
const SAFE_ADDRESS = /^(https?:|[#/]|blob:|data:image\/)/i;

const LATER = 'data-src';

const isSafe = (name: string, value: string): boolean =>
  !HANDLER.test(name) && (!ADDRESS.test(name) || SAFE_ADDRESS.test(value));

function toNode(drawn: DrawnNode, space: string | null): Node {
  if (typeof drawn === 'string') return document.createTextNode(drawn);
  const [name, attributes, ...inside] = drawn;
  if (!ELEMENT.test(name)) throw new Error(`A screen shows no ${name}.`);
  const own = name === 'svg' ? SVG : space;
  // The words first: a dozen pictures at once would delay them.
  const isLater = attributes.fetchpriority !== 'high';
  const element = own ? document.createElementNS(own, name) : document.createElement(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (isSafe(name, value)) element.setAttribute(name === 'src' && isLater ? LATER : name, value);
  }
  element.append(...inside.map((each) => toNode(each, own)));
  return element;
}

/** Throws where the nodes are no drawing of a screen. */
export const fromNodes = (nodes: readonly DrawnNode[]): Node[] =>
  nodes.map((each) => toNode(each, null));

/** Fetches the pictures that a snapshot has left for later. */
export function fetchPictures(): void {
  for (const image of document.querySelectorAll(`[${LATER}]`)) {
    image.setAttribute('src', image.getAttribute(LATER) ?? '');
    image.removeAttribute(LATER);
  }
}
