/**
 * What a screen showed, as plain nodes: saved on the device, and rebuilt before the page's code has loaded
 * (docs/decisions/snapshots.md). Separate, so that inline scripts can use it.
 */

import { FITS } from './picture.ts';

/** A text, or an element: its name, its attributes and what it holds. */
export type SnapshotNode =
  | string
  | readonly [string, Readonly<Record<string, string>>, ...SnapshotNode[]];

export interface Snapshot {
  /** The app's day on which it was taken: on another one, screens say other things. */
  day: string;
  /** The answers it shows, by the keys they are saved under: since when each reads as it does. */
  answers: Readonly<Record<string, number>>;
  /** By what distinguishes a part of a screen, and its release, from others. */
  parts: Readonly<Record<string, readonly SnapshotNode[]>>;
}

/** The parameters for what was chosen on /transactions. */
const TRANSACTIONS = new Set(['tab', 'day', 'page', 'redeemed', 'store']);

/** The query's arguments: the page, and what of its query decides what it shows. */
export function snapshotArgs({ pathname, search }: { pathname: string; search: string }): string[] {
  const query = new URLSearchParams(search);
  return [
    pathname,
    ...['id', 'store_id', 'ready'].map((name) => query.get(name) ?? ''),
    ...[...query].filter(([name]) => TRANSACTIONS.has(name)).map((pair) => pair.join()),
  ];
}

/** Parts of the shown screen that show answers (islands/screen/Saved.tsx). */
export const SAVED_PARTS = '[data-saved]:not([data-left] *)';

/** Files are named after what is in them: in another release the parts of a screen have other names. */
export const partName = (part: HTMLElement): string =>
  `${part.closest('astro-island')?.getAttribute('component-url')}#${part.dataset.saved}`;

const SVG = 'http://www.w3.org/2000/svg';

/** What changes by itself, such as the time left, is empty until the page's code fills it in. */
const LIVE = 'data-live';
const LIVE_KEEPS = new Set([LIVE, 'class', 'role']);

/** Cards that are drawn after the first paint (islands/screen/RewardGrid.tsx). */
const BELOW = 'data-below';

/** On a picture that failed, or replaces one that did: the failed address, which gets another chance. */
const FAILED_SRC = 'data-failed';

/** Not part of the answers: the page itself adds them once its code, or the picture, has loaded. */
const OMITTED = new Set([FAILED_SRC, FITS, 'src', 'srcset', 'data-offscreen', 'aria-current']);

/** Pictures far down are asked for by the page's code, when they are nearly in sight. */
const isLazy = (element: Element) => element.getAttribute('loading') === 'lazy';

/** The address that a picture shows: of several sizes the one that this screen took. */
const sourceOf = (element: Element): string | null =>
  (element.hasAttribute('srcset') && (element as HTMLImageElement).currentSrc) ||
  element.getAttribute('src');

function attributesOf(element: Element): Record<string, string> {
  const isLive = element.hasAttribute(LIVE);
  const included = [...element.attributes].filter(
    ({ name }) => !OMITTED.has(name) && (!isLive || LIVE_KEEPS.has(name)),
  );
  const attributes = Object.fromEntries(included.map(({ name, value }) => [name, value]));
  const src = element.getAttribute(FAILED_SRC) ?? sourceOf(element);
  return src === null || isLazy(element) ? attributes : { ...attributes, src };
}

export function serializeChildren(element: Element): SnapshotNode[] {
  return [...element.childNodes].flatMap((node): SnapshotNode[] => {
    if (node instanceof Text) return [node.data];
    // Without the page's code a form would be sent to its address.
    if (!(node instanceof Element) || node.localName === 'form') return [];
    const children = node.hasAttribute(LIVE) ? [] : serializeChildren(node);
    return [[node.localName, attributesOf(node), ...children]];
  });
}

/** What the parts that show answers hold; null while the code of one is on its way. */
export function captureParts(): Snapshot['parts'] | null {
  const parts = [...document.querySelectorAll<HTMLElement>(SAVED_PARTS)];
  const isReady = parts.every((part) => part.hasAttribute('data-taken'));
  if (!isReady || parts.length === 0) return null;
  return Object.fromEntries(parts.map((part) => [partName(part), serializeChildren(part)]));
}

/** No element that loads or runs anything but a picture, no handler, no address that is a script. */
const ELEMENT =
  /^(?!script$|iframe$|object$|embed$|link$|meta$|base$|style$|form$)[a-z][a-z\d-]*$/i;
const HANDLER = /^(on|srcdoc$|style$)/i;
const ADDRESS = /^(href|src)$/i;
const SAFE_ADDRESS = /^(https?:|tel:|[#/]|blob:|data:image\/)/i;

const isSafe = (name: string, value: string): boolean =>
  !HANDLER.test(name) && (!ADDRESS.test(name) || SAFE_ADDRESS.test(value));

function renderNode(node: SnapshotNode, namespace: string | null, withRest: boolean): Node | [] {
  if (typeof node === 'string') return document.createTextNode(node);
  const [tagName, attributes, ...children] = node;
  if (!ELEMENT.test(tagName)) throw new Error(`A screen shows no ${tagName}.`);
  if (!withRest && BELOW in attributes) return [];
  const ownNamespace = tagName === 'svg' ? SVG : namespace;
  const element = ownNamespace
    ? document.createElementNS(ownNamespace, tagName)
    : document.createElement(tagName);
  for (const [name, value] of Object.entries(attributes)) {
    if (isSafe(name, value)) element.setAttribute(name, value);
  }
  element.append(...children.flatMap((child) => renderNode(child, ownNamespace, withRest)));
  return element;
}

/**
 * Throws if the nodes are not a drawing of a screen.
 * @param withRest also what is drawn after the first paint
 */
export const renderNodes = (nodes: readonly SnapshotNode[], withRest: boolean): Node[] =>
  nodes.flatMap((node) => renderNode(node, null, withRest));
