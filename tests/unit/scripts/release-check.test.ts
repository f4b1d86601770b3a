import { describe, expect, test } from 'vitest';
import { releasePage, run, versionProblem } from '../../../scripts/release-check.ts';

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

  test('the page of a part says what was left out, and not that all of it holds', () => {
    const left = { holds: 'The site on every host', isHeld: null, said: 'not run', seconds: 0 };
    const page = releasePage('0.2.0', [held, left]);
    expect(page).toContain('?      The site on every host\n       not run');
    expect(page.endsWith('1 of 2 were not looked at.')).toBe(true);
    expect(releasePage('0.2.0', [{ ...held, isHeld: false }, left])).toContain('1 of 2 do not');
  });
});

describe('what is run', () => {
  const script = (text: string) => ({
    holds: 'It',
    command: `"${process.execPath}" -e "${text}"`,
  });

  test('what fails is said in the words of its error', async () => {
    const failing = "console.log('12 passed');console.error('Failed on nginx.');process.exitCode=1";
    expect(await run(script(failing))).toMatchObject({ isHeld: false, said: 'Failed on nginx.' });
  });

  test('what is ended by somebody else does not hold', async () => {
    const ended = "console.log('begun');process.kill(process.pid)";
    expect(await run(script(ended))).toMatchObject({ isHeld: false });
  });

  test('nothing is left out because this machine lacks it', async () => {
    expect(await run(script('console.log(process.env.CI)'))).toMatchObject({ said: 'true' });
  });
});
