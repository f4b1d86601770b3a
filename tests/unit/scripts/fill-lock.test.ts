// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { entriesWithAddress, missingEntries, platformOf } from '../../../scripts/fill-lock.ts';

describe('the platform in a name', () => {
  test.each([
    ['@esbuild/darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@x/binding-linux-x64-gnu', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
    ['@x/cli-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
    ['@x/cli-windows-x64', { os: ['win32'], cpu: ['x64'] }],
    ['@x/runtime-darwin-64', { os: ['darwin'], cpu: ['x64'] }],
    ['@x/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
    ['@x/binding-wasm32-wasi', { cpu: ['wasm32'] }],
  ])('the platform is read from the name %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  test('a name without a platform is an error', () => {
    expect(() => platformOf('left-pad')).toThrow('Cannot tell the platform of left-pad.');
  });
});

test('only packages that are installed nowhere are added', () => {
  const optionalDependencies = { '@x/linux-x64': '1.0.0', '@x/darwin-arm64': '1.0.0' };
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0', dev: true, optionalDependencies },
    'node_modules/a/node_modules/@x/linux-x64': { version: '1.0.0' },
  };
  expect(missingEntries({ packages })).toEqual({
    'node_modules/@x/darwin-arm64': {
      version: '1.0.0',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    },
  });
});

test('entries with addresses are found', () => {
  const packages = { a: { resolved: 'https://registry.example/a.tgz' }, b: { version: '1.0.0' } };
  expect(entriesWithAddress({ packages })).toEqual(['a']);
});
