import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

const read = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );

const schemes = { light: read(light), dark: { ...read(light), ...read(dark) } };

/** Relative luminance, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const pairs = [
  ...['paper', 'card', 'sunk'].flatMap((ground) =>
    ['ink', 'ink-2', 'ube', 'success', 'danger'].map((text) => [text, ground] as const),
  ),
  ['ink', 'raised'],
  ['on-ube', 'ube'],
  ['on-ube', 'ube-pressed'],
  ['ube', 'ube-soft'],
  ['ube', 'ube-soft-pressed'],
  ['paper', 'ink'],
  ['success', 'success-soft'],
  ['danger', 'danger-soft'],
  ['on-sun', 'sun'],
  ...[0, 1, 2, 3, 4, 5].map((mark) => ['on-mark', `mark-${mark}`] as const),
] as const;

describe.each(['light', 'dark'] as const)('the %s scheme', (scheme) => {
  const tokens = schemes[scheme];

  test.each(['src/layouts/Base.astro', 'src/till/index.html'])(
    'the browser’s own bars have the color of the page: %s',
    (file) => {
      const [, color] =
        RegExp(`theme-color" content="([^"]+)" media="\\(prefers-color-scheme: ${scheme}\\)"`).exec(
          readFileSync(file, 'utf8'),
        ) ?? [];
      expect(color).toBe(tokens.paper);
    },
  );

  test('every text color is readable on its background', () => {
    for (const [text, ground] of pairs) {
      expect
        .soft(contrast(tokens[text] ?? '', tokens[ground] ?? ''), `${text} on ${ground}`)
        .toBeGreaterThanOrEqual(4.5);
    }
  });

  test('every shape stands out from its background', () => {
    for (const [shape, ground] of [
      ['stamp', 'stamp-soft'],
      ['stamp-on-sun', 'sun'],
      ['ube', 'paper'],
    ] as const) {
      expect
        .soft(contrast(tokens[shape] ?? '', tokens[ground] ?? ''), `${shape} on ${ground}`)
        .toBeGreaterThanOrEqual(3);
    }
  });

  test('every ring stands out from the page', () => {
    for (const [rule] of files.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/[^{}]+\{[^{}]*outline: \d+px solid var[^{}]+\}/g),
    ])) {
      const ratios = [...rule.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = '']) =>
        contrast(tokens[name] ?? '', tokens.paper ?? ''),
      );
      expect.soft(Math.max(...ratios), rule).toBeGreaterThanOrEqual(3);
    }
  });
});

const files = globSync('src/**/*.css').filter((file) => !file.endsWith('tokens.css'));

test('only the tokens have raw colors', () => {
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    expect
      .soft(text.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|color)a?\(/gi), file)
      .toBeNull();
  }
});

test('a backdrop has the tokens too, since in Safari before 17.4 it inherits nothing', () => {
  for (const scheme of [light, dark]) {
    expect.soft(scheme).toMatch(/:root,\s+::backdrop \{[^{}]*--veil: /);
  }
});

test('cards and sun-colored buttons have an edge in forced colors', () => {
  const edgeless = globSync('src/**/*.{css,astro}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/[^{};]+\{[^{}]+\}/g)]
      .map(([rule]) => rule)
      .filter((rule) => /background: var\(--(card|sun)\)/.test(rule))
      .filter((rule) => /border-radius[^}]*(box-shadow: var\(--shadow\)|--on-sun)/.test(rule))
      .filter((rule) => !/ (border|outline): /.test(rule))
      .map((rule) => `${file} ${rule}`),
  );
  // Its colors are not forced.
  expect(edgeless).toEqual([expect.stringContaining('Skeleton.module.css')]);
});
