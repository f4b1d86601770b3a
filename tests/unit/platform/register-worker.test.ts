import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerWorker } from '../../../src/lib/platform/register-worker.ts';

const register = vi.fn();

beforeEach(() => {
  register.mockReset();
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});

afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'));

test('the registered worker is the one at the root', async () => {
  await registerWorker();
  expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js');
});

test('the Trusted Types policy has one address for every question', async () => {
  const createPolicy = vi.fn(
    (_name: string, rules: { createScriptURL: (text: string) => string }) => ({
      createScriptURL: (text: string) => `trusted ${rules.createScriptURL(text)}`,
    }),
  );
  Object.assign(window, { trustedTypes: { createPolicy } });
  await registerWorker();
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('stampcard-worker', expect.anything());
  expect(register).toHaveBeenCalledExactlyOnceWith('trusted /worker.js');
  expect(createPolicy.mock.calls[0]?.[1].createScriptURL('//elsewhere.example/')).toBe(
    '/worker.js',
  );
});

test('a browser without workers is not reported', async () => {
  vi.stubGlobal('navigator', {});
  await expect(registerWorker()).resolves.toBe(undefined);
});

test('a browser that refuses is not reported', async () => {
  register.mockRejectedValue(new DOMException('Blocked.', 'SecurityError'));
  await expect(registerWorker()).resolves.toBe(undefined);
});

test('a browser that refuses the question itself is not reported', async () => {
  vi.stubGlobal('navigator', {
    get serviceWorker() {
      throw new DOMException('Blocked.', 'SecurityError');
    },
  });
  await expect(registerWorker()).resolves.toBe(undefined);
});

test('a policy that is not allowed is not reported', async () => {
  const createPolicy = () => {
    throw new TypeError('Policy disallowed.');
  };
  Object.assign(window, { trustedTypes: { createPolicy } });
  await registerWorker();
  expect(register).not.toHaveBeenCalled();
});
