import { expect, test, vi } from 'vitest';

test('the screen stays awake while the site’s code is shown on a page without a session', async () => {
  const release = vi.fn();
  const request = vi.fn(async () => ({ release }));
  vi.stubGlobal('navigator', { wakeLock: { request } });
  document.body.innerHTML =
    '<button data-share></button><dialog id="share-sheet"><button id="inside"></button></dialog>';
  await import('../../../src/scripts/share-sheet.ts');
  const sheet = document.querySelector<HTMLDialogElement>('#share-sheet');
  expect(request).not.toHaveBeenCalled();
  for (const times of [1, 2]) {
    document.querySelector<HTMLElement>('[data-share]')?.click();
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(times));
    expect(release).toHaveBeenCalledTimes(times - 1);
    sheet?.close();
    await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(times));
  }
});
