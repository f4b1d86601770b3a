// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { reportVitals } from '../../../src/lib/platform/vitals.ts';

type Report = (metric: object) => void;
const { measures, reports } = vi.hoisted(() => ({
  measures: ['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB'],
  reports: new Map<string, Report>(),
}));

vi.mock('web-vitals', () =>
  Object.fromEntries(measures.map((name) => [name, (report: Report) => reports.set(name, report)])),
);

test('each metric goes to the address, with the screen and nothing of whose it was', () => {
  const sendBeacon = vi.fn((_address: string, _text: string) => true);
  vi.stubGlobal('navigator', { sendBeacon });
  reportVitals('https://vitals.example.com/in', '/store');
  expect([...reports.keys()]).toEqual([...measures]);
  expect(sendBeacon).not.toHaveBeenCalled();
  const metric = { name: 'LCP', value: 912.5, rating: 'good', id: 'v1', navigationType: 'reload' };
  reports.get('onLCP')?.({ ...metric, delta: 1, entries: [{ url: '/store/7' }] });
  expect(sendBeacon).toHaveBeenCalledTimes(1);
  const [address, text = ''] = sendBeacon.mock.calls[0] ?? [];
  expect(address).toBe('https://vitals.example.com/in');
  expect(JSON.parse(text)).toEqual({ ...metric, screen: '/store' });
});
