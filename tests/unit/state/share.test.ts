// @vitest-environment node
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CalendarEntry, KeptItem } from '../../../src/lib/domain/kept-item.ts';
import { type MemoryPlatform, memoryPlatform } from '../../memory-platform.ts';
import { anyText, reward } from '../domain/examples.ts';
import { drawing } from './open-code.ts';
import { MORNING, openPage } from './open-page.ts';

async function open(device: MemoryPlatform = memoryPlatform()) {
  await openPage('/home', { device });
  return { device, ...(await import('../../../src/lib/state/share.ts')) };
}

const ADDRESS = 'http://localhost:4321';

test('a share code that could not be rendered can be rendered again', async () => {
  const { $shareQr, renderShareQr } = await open();
  drawing.fails = true;
  await renderShareQr();
  expect($shareQr.get()).toEqual({ status: 'failed' });
  drawing.fails = false;
  await renderShareQr();
  expect($shareQr.get()).toMatchObject({ status: 'ready' });
});

test('the system’s share sheet is enough if there is one', async () => {
  const shared: object[] = [];
  const share = async (content: object) => {
    shared.push(content);
    return true;
  };
  const { device, shareSite } = await open({ ...memoryPlatform(), share });
  expect(await shareSite()).toBe(null);
  expect(shared).toEqual([
    { title: 'Stampcard', text: 'Smart Digital Stamps for Smart Businesses.', url: ADDRESS },
  ]);
  expect(device.actions).toEqual([]);
});

test('the link is copied if there is no share sheet, and shown if it can’t be copied', async () => {
  const { device, shareSite } = await open();
  expect(await shareSite()).toBe('Link copied.');
  expect(device.actions).toEqual([`copy ${ADDRESS}`]);
  device.copy = async () => false;
  expect(await shareSite()).toBe(`Here’s the link: ${ADDRESS}`);
});

describe('sharing one thing', () => {
  const market: KeptItem = {
    kind: 'event',
    event: {
      ...{ id: '2', name: 'Night Market', title: 'Stalls; drinks, more', photo: null },
      date: '2026-11-23T17:00:00+08:00',
    },
  };
  const barako: KeptItem = {
    kind: 'reward',
    reward: reward({
      ...{ id: '7', storeId: '3', title: 'Free barako ☕️, hot', storeName: 'Kape, Tayo' },
      dateEnd: '2026-11-30T20:00:00Z',
    }),
  };

  function parse(text: string) {
    const calendar = new ICAL.Component(ICAL.parse(text));
    const [event, ...others] = calendar.getAllSubcomponents('vevent');
    if (event === undefined || others.length > 0) throw new Error('It holds one event.');
    return new ICAL.Event(event);
  }

  async function saved(item: KeptItem) {
    const { addToCalendar, device } = await open();
    expect(await addToCalendar(item)).toBe(
      'Open the downloaded file to add the date to your calendar.',
    );
    const [action = ''] = device.actions;
    const [, name, type, text = ''] = /^save (\S+) as (\S+): ([\s\S]*)$/.exec(action) ?? [];
    return { name, type, text, event: parse(text) };
  }

  test('an event with a time begins at that moment', async () => {
    const { event, name, type } = await saved(market);
    expect([name, type]).toEqual(['night-market.ics', 'text/calendar;charset=utf-8']);
    expect(event.startDate.toString()).toBe('2026-11-23T09:00:00Z');
    expect(event.component.hasProperty('dtend')).toBe(false);
    expect(event.summary).toBe('Night Market');
    expect(event.description).toBe('Stalls; drinks, more\nhttp://localhost:4321/view-event/2');
    expect(event.uid).toBe('event-2@localhost:4321');
    expect(event.component.getFirstPropertyValue('dtstamp')?.toString()).toBe(
      new Date(MORNING).toISOString().replace('.000', ''),
    );
  });

  test('a reward takes its whole last day in the app’s zone', async () => {
    const { event } = await saved(barako);
    expect([event.startDate.isDate, event.endDate.isDate]).toEqual([true, true]);
    // 8 p.m. in UTC is the next morning in UTC+8; the day that a range ends on is not in it.
    expect([`${event.startDate}`, `${event.endDate}`]).toEqual(['2026-12-01', '2026-12-02']);
    expect(event.summary).toBe('Last day: Free barako ☕️, hot');
    expect(event.location).toBe('Kape, Tayo');
    expect(event.uid).toBe('reward-7@localhost:4321');
    expect(event.component.getFirstPropertyValue('url')).toBe(
      'http://localhost:4321/store/3?reward=7',
    );
  });

  test('any text arrives in the calendar unchanged, in lines within the length limit', async () => {
    const { calendarFile } = await import('../../../src/lib/platform/calendar-file.ts');
    const entry: CalendarEntry = {
      ...{ id: 'event-2', title: '', description: null, place: null },
      ...{ instant: MORNING, isWholeDay: false },
    };
    fc.assert(
      fc.property(anyText, anyText, (title, place) => {
        const text = calendarFile({ ...entry, title, place }, 'https://x.example/', MORNING);
        const lines = text.split('\r\n');
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const asWritten = (value: string) => value.replace(/\r\n?/g, '\n').toWellFormed();
        const read = parse(Buffer.from(text).toString());
        expect(read.summary ?? '').toBe(asWritten(title));
        expect(read.location ?? '').toBe(asWritten(place));
      }),
    );
  });

  test.each([
    ['the event is over', { ...market, event: { ...market.event, date: '2026-11-01' } }, undefined],
    ['the device refuses', market, { ...memoryPlatform(), saveFile: async () => false }],
  ] as const)('the customer reads that there is no file if %s', async (_, item, device) => {
    const { addToCalendar } = await open(device);
    expect(await addToCalendar(item)).toBe('We couldn’t make the calendar file.');
  });

  test('the second tap reloads the page if its code is out of reach or gone from the host', async () => {
    const gone = '../../../src/lib/platform/calendar-file.ts';
    vi.doMock(gone, () => Promise.reject(new TypeError('404')));
    onTestFinished(() => vi.doUnmock(gone));
    const { addToCalendar, device } = await open();
    const taps = [await addToCalendar(market), await addToCalendar(market)];
    expect(taps).toEqual(taps.map(() => 'No connection. Please try again.'));
    expect(device.actions).toEqual(['reload from host']);
  });

  test('the share sheet gets the title, the words and the link', async () => {
    const shared: object[] = [];
    const share = async (content: object) => shared.push(content) > 0;
    const { device, shareItem } = await open({ ...memoryPlatform(), share });
    expect(await shareItem(barako)).toBe(null);
    expect(shared).toEqual([
      {
        title: 'Free barako ☕️, hot',
        text: 'Free barako ☕️, hot at Kape, Tayo',
        url: 'http://localhost:4321/store/3?reward=7',
      },
    ]);
    expect(device.actions).toEqual([]);
  });
});
