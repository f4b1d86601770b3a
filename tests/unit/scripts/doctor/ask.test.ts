// @vitest-environment node
import { expect, test } from 'vitest';
import { ask, described } from '../../../../scripts/doctor/ask.ts';

const asked = (body: BodyInit | null) =>
  ask({ fetch: async () => new Response(body), deadlineMs: 5000 }, 'https://shop.example/');

test('an answer in parts is read to its end', async () => {
  const parts = new Blob(['["\u2615', '"]']).stream();
  expect((await asked(parts)).json).toEqual(['\u2615']);
  expect((await asked(null)).bytes).toHaveLength(0);
});

test('an answer without an end is left after ten megabytes', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(stream) {
      sent += 1;
      stream.enqueue(new Uint8Array(1_000_000));
    },
  });
  const answer = await asked(endless);
  expect(answer.status).toBe(0);
  expect(described(answer)).toBe('its answer is longer than 10 MB');
  expect(sent).toBeLessThan(15);
});
