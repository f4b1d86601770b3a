import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerWorker } from '../../../src/lib/platform/register-worker.ts';

const register = vi.fn();

beforeEach(() => {
  register.mockReset();
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});

afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'));

test('the worker is the one at the root', async () => {
  await registerWorker();
  expect(register).toHaveBeenCalledExactlyOnceWith('/worker.js');
});

test('where addresses of scripts need a policy, ours has one address for every question', async () => {
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

describe('nothing is said where', () => {
  test('there are no workers', async () => {
    vi.stubGlobal('navigator', {});
    await expect(registerWorker()).resolves.toBe(undefined);
  });

  test('the browser refuses', async () => {
    register.mockRejectedValue(new DOMException('Blocked.', 'SecurityError'));
    await expect(registerWorker()).resolves.toBe(undefined);
  });

  test('even to ask for one is refused', async () => {
    vi.stubGlobal('navigator', {
      get serviceWorker() {
        throw new DOMException('Blocked.', 'SecurityError');
      },
    });
    await expect(registerWorker()).resolves.toBe(undefined);
  });

  test('our policy is not allowed', async () => {
    const createPolicy = () => {
      throw new TypeError('Policy disallowed.');
    };
    Object.assign(window, { trustedTypes: { createPolicy } });
    await registerWorker();
    expect(register).not.toHaveBeenCalled();
  });
});
