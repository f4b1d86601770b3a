// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { CHUNKS } from '../../../../../scripts/build/plugins/chunks.ts';
import {
  codeSplitting,
  isNamed,
  namesWithoutModule,
} from '../../../../../scripts/build/plugins/splitting.ts';

const ROOT = '/site';
const chunkOf = (module: string) =>
  codeSplitting(ROOT).groups.find((group) => group.test(module))?.name ?? null;

test.each([
  ['/site/src/islands/shell/ShareModal.tsx', 'share'],
  ['/site/src/islands/cards/QrCode.module.css?inline', 'sheets'],
  ['/site/src/islands/shell/SessionGuard.tsx', 'wallet'],
  ['/site/src/islands/redeem/RedeemScreen.tsx', 'redeem'],
  ['/site/src/islands/redeem/ScanToRedeemModal.tsx', null],
  ['/site/src/islands/redeem/preload.ts', null],
  ['/site/src/lib/domain/day.ts', 'wallet'],
  ['/site/src/lib/platform/qr-image.ts', null],
  ['/site/node_modules/react/index.js', 'wallet'],
  ['/site/node_modules/react-dom/client.js', null],
  ['/site/node_modules/@supabase/auth-js/dist/main.js', 'auth'],
  ['/site/node_modules/@supabase/postgrest-js/dist/index.mjs', 'wallet'],
  ['/site/node_modules/astro/dist/runtime/client/load.js', 'wallet'],
  ['/elsewhere/src/lib/domain/day.ts', null],
  ['\0vite/preload-helper.js', 'wallet'],
])('the module %j stands in the bundle chunk %j', (module, name) => {
  expect(chunkOf(module)).toBe(name);
});

describe('a name of the list', () => {
  test.each([
    ['src/lib/state/share', '/site/src/lib/state/share.ts', true],
    ['src/lib/state/share', '/site/src/lib/state/shared.ts', false],
    ['src/lib/state/', '/site/src/lib/state/codes/code.ts', true],
    ['src/lib/state', '/site/src/lib/state/share.ts', false],
    ['text:cards', '/site/src/lib/text/en/cards.ts', true],
    ['text:cards', '/site/src/lib/text/pl/cards.ts', true],
    ['text:cards', '/site/src/lib/text/en/my-cards.ts', false],
    ['text:cards', '/site/src/lib/data/cards.ts', false],
    ['npm:@supabase/', '/site/node_modules/@supabase/auth-js/a.js', true],
    ['npm:react', '/site/node_modules/react-dom/client.js', false],
    ['npm:tslib', '/site/node_modules/a/node_modules/tslib/tslib.js', true],
  ])('the name %j matches the module %j: %j', (name, module, named) => {
    expect(isNamed(name, module, ROOT)).toBe(named);
  });

  test('a name that no module has is reported', () => {
    const modules = CHUNKS.flatMap(({ holds, except = [] }) => [...holds, ...except])
      .filter((name) => name !== 'src/lib/state/share')
      .map((name) =>
        name.startsWith('npm:')
          ? `/site/node_modules/${name.slice(4)}/index.js`
          : name.startsWith('vite:')
            ? `\0${name.slice(5)}`
            : `/site/${name.replace('text:', 'src/lib/text/en/')}.ts`,
      );
    expect(namesWithoutModule(modules, ROOT)).toContain('src/lib/state/share');
  });
});
