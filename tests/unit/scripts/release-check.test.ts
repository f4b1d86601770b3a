import { describe, expect, test } from 'vitest';
import { releasePage, versionProblem } from '../../../scripts/release-check.ts';

describe('the version', () => {
  test('the version is the newest one of the changelog', () => {
    expect(versionProblem('0.2.0', '# Changelog\n\n## 0.2.0\n\n- A\n\n## 0.1.0\n')).toBeNull();
    expect(versionProblem('0.2.0', '## 0.1.0\n')).toContain('begins with 0.1.0');
    expect(versionProblem('0.2.0', '# Changelog\n')).toContain('begins with no version');
  });
});

describe('the page of a release', () => {
  const held = { holds: 'Tests', isHeld: true, said: '12 passed, 0 failed', seconds: 61.6 };

  test('the page says of each thing how it went', () => {
    expect(releasePage('0.2.0 (abc1234)', [held])).toBe(
      'Stampcard 0.2.0 (abc1234)\n\nholds  Tests (62 s)\n       12 passed, 0 failed\n\nAll of it holds.',
    );
  });

  test('the page ends with how many do not hold', () => {
    const page = releasePage('0.2.0', [held, { ...held, isHeld: false, said: '1 failed' }]);
    expect(page).toContain('FAILS  Tests (62 s)\n       1 failed');
    expect(page.endsWith('1 of 2 do not hold.')).toBe(true);
  });
});
