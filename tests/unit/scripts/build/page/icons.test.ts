import { expect, test } from 'vitest';
import { withIconsUsed } from '../../../../../scripts/build/page/icons.ts';

const symbol = (name: string) => `<symbol id="icon-${name}"><path d="M0"></path></symbol>`;
const sprite = (...names: string[]) => `<svg class="sprite">${names.map(symbol).join('')}</svg>`;
const use = '<use href="#icon-close"></use>';

test('a page keeps the icons its markup names', () => {
  expect(withIconsUsed(use + sprite('home', 'close'), '', 'a.html')).toBe(use + sprite('close'));
});

test('a page keeps the icons that one of its scripts can ask for, however they are quoted', () => {
  const script =
    'h(Icon,{name:"home"});const e={bad:{name:`chevron-left`}};f({art:"gift"},"the gift")';
  expect(withIconsUsed(sprite('home', 'gift', 'chevron-left'), script, 'a.html')).toBe(
    sprite('home', 'chevron-left'),
  );
});

test('a page without icons has no sprite', () => {
  expect(withIconsUsed(`<p></p>${sprite('home')}`, '', 'a.html')).toBe('<p></p>');
});

test('an icon that was never drawn stops the build', () => {
  expect(() => withIconsUsed(use + sprite('home'), '', 'a.html')).toThrow(
    'a.html shows the icon close, which it lacks.',
  );
});
