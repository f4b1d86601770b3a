// @vitest-environment node
import { expect, test } from 'vitest';
import { hostedSetting, vercelHeader } from '../../../../scripts/defences/settings.ts';

test('a header of vercel.json is changed by its key', () => {
  const text = JSON.stringify({
    headers: [{ source: '/(.*)', headers: [{ key: 'A', value: '1' }] }],
  });
  expect(vercelHeader('A', '2').off(text)).toBe(text.replace('"1"', '"2"'));
  expect(() => vercelHeader('B', '2').off(text)).toThrow('sends no B');
});

test('a setting is changed in its own part of the file', () => {
  const text = '[auth]\nexpiry = 1\n[auth.email]\nexpiry   = 2\n';
  expect(hostedSetting('auth.email', 'expiry', '9').off(text)).toBe(
    '[auth]\nexpiry = 1\n[auth.email]\nexpiry = 9\n',
  );
  expect(() => hostedSetting('auth', 'other', '9').off(text)).toThrow('other of [auth]');
});
