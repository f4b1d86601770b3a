import { afterEach, expect, test, vi } from 'vitest';
import {
  captureParts,
  renderNodes,
  type SnapshotNode,
  serializeChildren,
  snapshotArgs,
} from '../../../src/lib/platform/snapshot.ts';

function element(html: string): HTMLElement {
  const made = document.createElement('div');
  made.innerHTML = html;
  return made;
}

/** What was drawn, after a trip through storage. */
function again(shown: Element, withRest = true): HTMLElement {
  const made = document.createElement('div');
  made.append(...renderNodes(JSON.parse(JSON.stringify(serializeChildren(shown))), withRest));
  document.body.append(made);
  return made;
}

afterEach(() => {
  document.body.innerHTML = '';
});

test('a snapshot renders what was shown, element by element', () => {
  const html =
    '<ul class="list"><li data-x="1"><a href="/store/1" dir="auto">Kape &amp; Tayo</a></li></ul>' +
    '<a href="tel:+63285550101">+63 2 8555 0101</a>' +
    '<img alt="" fetchpriority="high" src="/demo/a.svg">';
  expect(again(element(html)).innerHTML).toBe(html);
});

test('a snapshot renders what comes after the first paint only on a return or a reload', () => {
  const shown = element('<ul><li>1</li><li data-below="">2</li></ul><p data-below="">more</p>');
  expect(again(shown, false).innerHTML).toBe('<ul><li>1</li></ul>');
  expect(again(shown).innerHTML).toBe(shown.innerHTML);
});

test('a snapshot renders drawings in their own namespace, down to the last path', () => {
  const made = again(element('<p><svg viewBox="0 0 1 1"><g><path d="M0 0"/></g></svg></p>'));
  expect(made.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(made.querySelector('p')?.namespaceURI).toBe('http://www.w3.org/1999/xhtml');
});

test('a snapshot keeps adjacent texts separate, as React writes them, and drops comments', () => {
  const shown = document.createElement('p');
  shown.append('3', document.createComment('x'), ' / ', '10');
  const texts = [...again(shown).childNodes].map((node) => [node.nodeType, node.textContent]);
  expect(texts).toEqual([
    [Node.TEXT_NODE, '3'],
    [Node.TEXT_NODE, ' / '],
    [Node.TEXT_NODE, '10'],
  ]);
});

test('a snapshot keeps only the size of a picture that the screen chose', () => {
  const shown = element('<img fetchpriority="high" src="/1.jpg" srcset="/1.jpg 1x, /2.jpg 2x">');
  const image = shown.querySelector('img') as HTMLImageElement;
  const took = vi.spyOn(image, 'currentSrc', 'get').mockReturnValue('');
  expect(again(shown).innerHTML).toBe('<img fetchpriority="high" src="/1.jpg">');
  took.mockReturnValue('https://example.com/2.jpg');
  expect(again(shown).innerHTML).toBe('<img fetchpriority="high" src="https://example.com/2.jpg">');
  image.removeAttribute('srcset');
  expect(again(shown).innerHTML).toBe('<img fetchpriority="high" src="/1.jpg">');
});

test('a snapshot leaves out what changes with time, and what belongs to one address', () => {
  const shown = element(
    '<i class="chip" data-live="true" role="timer" aria-label="2 days">2d</i><a aria-current="true">x</a>',
  );
  expect(again(shown).innerHTML).toBe('<i class="chip" data-live="true" role="timer"></i><a>x</a>');
});

test('a snapshot leaves out forms, which need the page’s code, and shows the rest', () => {
  const shown = element('<p>3 of 8</p><div><form><input></form></div>');
  expect(again(shown).innerHTML).toBe('<p>3 of 8</p><div></div>');
});

test('a snapshot tries a failed picture again instead of its placeholder', () => {
  const shown = element(
    '<img fetchpriority="high" src="/placeholder/cup.svg" data-failed="/a.png">',
  );
  expect(again(shown).innerHTML).toBe('<img fetchpriority="high" src="/a.png">');
});

test.each([
  ...['script', 'SCRIPT', 'iframe', 'object', 'embed', 'link', 'meta', 'base', 'style', 'form'],
  ...['a b', '1', '', 'x><y'],
])('a snapshot renders no element %j', (name) => {
  expect(() => renderNodes([['p', {}, [name, {}]]], true)).toThrow();
});

test.each([
  ['onclick', 'alert(1)'],
  ['ONERROR', 'alert(1)'],
  ['srcdoc', '<script>'],
  ['style', 'position:fixed'],
  ['href', 'javascript:alert(1)'],
  ['href', ' javascript:alert(1)'],
  ['HREF', 'javascript:alert(1)'],
  ['src', 'data:text/html,x'],
])('a snapshot renders no attribute %s=%j', (name, value) => {
  const [made] = renderNodes([['a', { [name]: value, class: 'x' }]], true);
  expect((made as Element).outerHTML).toBe('<a class="x"></a>');
});

test.each([null, 1, {}, [], [1], ['p', null], ['p', {}, 7]])(
  'the value %j is no snapshot',
  (nodes) => {
    expect(() => renderNodes([nodes] as unknown as SnapshotNode[], true)).toThrow();
  },
);

const screenOf = (...parts: string[]) =>
  `<astro-island component-url="/_astro/a.1.js"><i>y</i>${parts.join('')}</astro-island>`;
const part = (rest: string, inside: string) => `<div data-saved=${rest}>${inside}</div>`;

test('the parts of a screen are named after its release', () => {
  document.body.innerHTML = screenOf(part('"A" data-taken', 'x'), part('"B" data-taken', ''));
  expect(captureParts()).toEqual({ '/_astro/a.1.js#A': ['x'], '/_astro/a.1.js#B': [] });
});

test('a screen gives no snapshot while the code of a part is still loading, or if it has no parts', () => {
  document.body.innerHTML = screenOf(part('"A" data-taken', 'x'), part('"B"', 'y'));
  expect(captureParts()).toBe(null);
  document.body.innerHTML = screenOf();
  expect(captureParts()).toBe(null);
});

test.each([
  ['/store/1', '?reward=7', ['/store/1', '', '', '']],
  ['/store', '?id=1', ['/store', '1', '', '']],
  ['/rewards', '?store_id=3&show=code', ['/rewards', '', '3', '']],
  ['/rewards', '?ready=1', ['/rewards', '', '', '1']],
  ['/transactions', '?day=2026-11-01', ['/transactions', '', '', '', 'day,2026-11-01']],
  ['/transactions', '?store=1', ['/transactions', '', '', '', 'store,1']],
])('the address %s%s is the page %j', (pathname, search, page) => {
  expect(snapshotArgs({ pathname, search })).toEqual(page);
});
