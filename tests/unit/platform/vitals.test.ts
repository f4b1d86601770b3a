// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import { reportVitals } from '../../../src/lib/platform/vitals.ts';
import { memoryPlatform } from '../../memory-platform.ts';

const measures = ['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB'] as const;
type Report = (metric: object) => void;
const watched = vi.hoisted(() => ({ loaded: 0, reports: new Map<string, Report>() }));

vi.mock('web-vitals', () => {
  watched.loaded += 1;
  return Object.fromEntries(
    measures.map((name) => [name, (report: Report) => watched.reports.set(name, report)]),
  );
});

beforeEach(() => watched.reports.clear());

test('the library that measures is never loaded without an address', {
  tags: ['call-vitals-lazily', 'config-vitals-address'],
}, async () => {
  await reportVitals(null);
  expect(watched).toEqual({ loaded: 0, reports: new Map() });
});

test('each metric goes to the address, with the screen and nothing of whose it was', {
  tags: ['call-vitals-lazily'],
}, async () => {
  const device = memoryPlatform('/store/7?reward=3#top');
  setPlatform(device);
  await reportVitals('https://vitals.example.com/in');
  expect(watched.loaded).toBe(1);
  expect([...watched.reports.keys()]).toEqual([...measures]);
  expect(device.actions).toEqual([]);
  const metric = { name: 'LCP', value: 912.5, rating: 'good', id: 'v1', navigationType: 'reload' };
  watched.reports.get('onLCP')?.({ ...metric, delta: 1, entries: [{ url: '/store/7' }] });
  expect(device.actions).toHaveLength(1);
  const [, address = '', text = ''] = /^send (\S+) (.*)$/.exec(device.actions[0] ?? '') ?? [];
  expect(address).toBe('https://vitals.example.com/in');
  expect(JSON.parse(text)).toEqual({ ...metric, screen: '/store' });
});
