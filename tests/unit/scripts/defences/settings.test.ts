// @vitest-environment node
import { expect, test } from 'vitest';
import { header, hostedSetting, vercelHeader } from '../../../../scripts/defences/settings.ts';

const HEADERS = `# Of every page.
/*
  X-Frame-Options: DENY
/worker.js
  Cache-Control: no-cache
`;

test('a header is left out or changed by its name', () => {
  expect(header('/*', 'x-frame-options', () => null).off(HEADERS)).not.toContain('DENY');
  const kept = header('/worker.js', 'Cache-Control', () => 'max-age=9');
  expect(kept.off(HEADERS)).toContain('/worker.js\n  Cache-Control: max-age=9\n');
});

test('a header that is not sent, or would stay as it is, is an error that names it', () => {
  expect(() => header('/*', 'Cache-Control', () => null).off(HEADERS)).toThrow(
    'Cache-Control of /* stands there 0 times',
  );
  expect(() => header('/*', 'X-Frame-Options', (value) => value).off(HEADERS)).toThrow(
    'X-Frame-Options of /* stays DENY',
  );
});

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
