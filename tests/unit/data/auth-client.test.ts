import { expect, test, vi } from 'vitest';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { memoryPlatform } from '../../memory-platform.ts';

test('the auth client keeps no channel between tabs: a message would cost another tab its kept page', async () => {
  const channels: string[] = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      readonly #index = channels.push('open') - 1;
      addEventListener() {}
      postMessage() {
        channels[this.#index] = 'told';
      }
      close() {
        if (channels[this.#index] === 'open') channels[this.#index] = 'closed';
      }
    },
  );
  setPlatform(memoryPlatform('/home'));
  const { auth } = await import('../../../src/lib/data/auth-client.ts');
  await auth.initialize();
  await auth.signOut({ scope: 'local' });
  expect(channels).toEqual(['closed']);
  await auth.stopAutoRefresh();
  vi.unstubAllGlobals();
});
