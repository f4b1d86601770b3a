import { existsSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { watchNearWindow } from '../../../../src/islands/ui/near-window.ts';
import { Photo } from '../../../../src/islands/ui/Photo.tsx';
import { imagePriorityAt } from '../../../../src/islands/ui/use-image-fallback.ts';
import { fakeWindow } from '../fake-window.ts';

describe('photos', () => {
  const source = () => screen.getByRole('img').getAttribute('src') ?? '';
  const drawing = /^\/placeholder\/[a-z]+\.svg$/;

  beforeEach(() => {
    // The test page fetches no images: they never arrive.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  });

  it('Photo notices a photo that failed before the page listened', () => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
    render(<Photo alt="Reward" seed="1" src="/gone.jpg" />);
    expect(source()).toMatch(drawing);
  });

  it('Photo always has the same drawing for an id, one of several that all exist', () => {
    const drawings = Array.from({ length: 50 }, (_, id) => {
      const { unmount } = render(<Photo alt="Reward" seed={String(id)} src={null} />);
      const address = source();
      unmount();
      return address;
    });
    render(<Photo alt="Other" seed="7" src={null} />);
    expect(source()).toBe(drawings[7]);
    const different = new Set(drawings);
    expect(different.size).toBe(8);
    for (const address of different) expect(existsSync(`public${address}`), address).toBe(true);
  });

  it('Photo is fetched at once, or before everything else, only if its priority says so', () => {
    const { rerender } = render(<Photo alt="Reward" seed="1" src="/a.jpg" />);
    const image = screen.getByRole('img');
    expect(image.getAttribute('loading')).toBe('lazy');
    rerender(<Photo alt="Reward" priority="now" seed="1" src="/a.jpg" />);
    expect(image.getAttribute('loading')).toBe('eager');
    expect(image.getAttribute('fetchpriority')).toBe('low');
    rerender(<Photo alt="Reward" priority="first" seed="1" src="/a.jpg" />);
    expect(image.getAttribute('fetchpriority')).toBe('high');
  });

  describe('how large a photo may be', () => {
    const image = () => screen.getByRole('img') as HTMLImageElement;
    const measures = (width: number, height: number, isComplete = true) => {
      const { prototype } = HTMLImageElement;
      vi.spyOn(prototype, 'naturalWidth', 'get').mockReturnValue(width);
      vi.spyOn(prototype, 'naturalHeight', 'get').mockReturnValue(height);
      vi.spyOn(prototype, 'complete', 'get').mockReturnValue(isComplete);
    };
    const mayBePainted = () => image().hasAttribute('data-fits');

    it.each([
      [4000, '/a.jpg'],
      [4001, expect.stringMatching(drawing)],
    ])('Photo paints at most 16 megapixels, once they have loaded: %i × 4000', (width, shown) => {
      render(<Photo alt="Reward" seed="1" src="/a.jpg" />);
      expect(mayBePainted()).toBe(false);
      measures(width, 4000);
      fireEvent.load(image());
      expect(source()).toEqual(shown);
      expect([mayBePainted(), image().getAttribute('data-failed')]).toEqual(
        width > 4000 ? [false, '/a.jpg'] : [true, null],
      );
    });

    it('Photo paints one that has already loaded together with what is around it', () => {
      measures(40, 40);
      render(<Photo alt="Reward" seed="1" src="/a.jpg" />);
      expect([mayBePainted(), source()]).toEqual([true, '/a.jpg']);
    });

    it('Photo keeps its picture while its screen is hidden, but not for another address', () => {
      const onScreen = (mode: 'visible' | 'hidden', src = '/a.jpg') => (
        <Activity mode={mode}>
          <Photo alt="Reward" seed="1" src={src} />
        </Activity>
      );
      measures(40, 40);
      const { rerender } = render(onScreen('visible'));
      const picture = image();
      rerender(onScreen('hidden'));
      expect(picture.hasAttribute('data-fits')).toBe(true);
      rerender(onScreen('visible'));
      expect(mayBePainted()).toBe(true);
      measures(0, 0, false);
      rerender(onScreen('visible', '/b.jpg'));
      expect(mayBePainted()).toBe(false);
    });

    it('Photo never paints one that has already loaded and is too large', () => {
      const painted: (string | null)[] = [];
      const { prototype } = HTMLImageElement;
      vi.spyOn(prototype, 'toggleAttribute').mockImplementation(function (this: Element, _, force) {
        if (force) painted.push(this.getAttribute('src'));
        return force === true;
      });
      measures(12_000, 12_000);
      render(<Photo alt="Reward" seed="1" src="/a.jpg" />);
      expect(source()).toMatch(drawing);
      expect(painted).not.toContain('/a.jpg');
    });

    it('Photo keeps its words for a screen reader if even the drawing fails', () => {
      render(<Photo alt="Reward" seed="1" src={null} />);
      measures(0, 0);
      fireEvent.error(image());
      expect(mayBePainted()).toBe(true);
    });
  });

  it('a picture that is out of sight and has no address yet does not count as failed', () => {
    fakeWindow();
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
    const { rerender } = render(<Photo alt="Reward" seed="1" src="/a.jpg" />);
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    rerender(<Photo alt="Reward" priority="now" seed="1" src="/a.jpg" />);
    expect(source()).toBe('/a.jpg');
  });

  test('the first picture of a list comes first, then the rest of the first screen, the others later', () => {
    expect([0, 1, 2, 3].map((index) => imagePriorityAt(index, 3))).toEqual([
      'first',
      'now',
      'now',
      'near',
    ]);
  });
});

const elements = (count: number) =>
  Array.from({ length: count }, () => document.createElement('span'));

test('five hundred elements are watched by one observer, and each hears only about itself', () => {
  const fake = fakeWindow();
  const heard: [number, boolean][] = [];
  const spans = elements(500);
  const stops = spans.map((span, index) =>
    watchNearWindow(span, (isNear) => heard.push([index, isNear])),
  );
  expect(fake.countObservers()).toBe(1);
  fake.move(spans[7] as Element, true);
  fake.move(spans[499] as Element, false);
  expect(heard).toEqual([
    [7, true],
    [499, false],
  ]);
  for (const stop of stops) stop();
  expect(fake.watched()).toEqual([]);
});
