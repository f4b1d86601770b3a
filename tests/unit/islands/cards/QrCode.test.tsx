import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { QrCode } from '../../../../src/islands/cards/QrCode.tsx';

const svg = { size: 37, path: 'M0 0h1v1h-1z' };

it('QrCode draws the modules with a margin of one', () => {
  render(<QrCode label="QR code of Ana" svg={svg} />);
  const code = screen.getByRole('img', { name: 'QR code of Ana' });
  expect(code.getAttribute('viewBox')).toBe('-1 -1 39 39');
  expect(code.querySelector('path')?.getAttribute('d')).toBe(svg.path);
  expect(code.querySelectorAll('rect')).toHaveLength(0);
});

it('QrCode puts the logo in the middle, a fifth wide', () => {
  render(<QrCode label="QR code of Ana" logo svg={{ ...svg, size: 40 }} />);
  const logo = screen.getByRole('img').querySelector('g');
  expect(logo?.getAttribute('transform')).toBe('translate(15.8 15.8) scale(0.2625)');
  expect(logo?.querySelector('rect')?.getAttribute('width')).toBe('32');
});

const renderIn = () => {
  const { container } = render(
    <dialog open>
      <QrCode label="QR code of Ana" svg={svg} />
      <button type="button">Close</button>
    </dialog>,
  );
  return {
    dialog: container.querySelector('dialog') as HTMLDialogElement,
    enlarge: screen.getByRole('button', { name: 'Enlarge the code' }),
    viewBox: () => screen.getByRole('img').getAttribute('viewBox'),
  };
};
const OWN_SIZE = '-1 -1 39 39';

it('QrCode grows with a tap, its quiet zone with it, and keeps the focus', () => {
  const { enlarge, viewBox } = renderIn();
  expect(enlarge.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(enlarge);
  expect(enlarge.getAttribute('aria-pressed')).toBe('true');
  expect(viewBox()).toBe('-4 -4 45 45');
  expect(document.activeElement).toBe(enlarge);
});

it.each<[string, (parts: ReturnType<typeof renderIn>) => void]>([
  ['a tap', ({ enlarge }) => fireEvent.click(enlarge)],
  ['Escape', ({ enlarge }) => fireEvent.keyDown(enlarge, { key: 'Escape' })],
  ['the way back', ({ dialog }) => dialog.dispatchEvent(new Event('cancel'))],
  ['the focus, which goes on', () => screen.getByRole('button', { name: 'Close' }).focus()],
])('QrCode shrinks again: %s', (_, shrink) => {
  const parts = renderIn();
  fireEvent.click(parts.enlarge);
  act(() => shrink(parts));
  expect(parts.viewBox()).toBe(OWN_SIZE);
  expect(parts.enlarge.getAttribute('aria-pressed')).toBe('false');
});

it('QrCode leaves Escape and the way back to the sheet at its own size', () => {
  const { dialog, enlarge } = renderIn();
  expect(fireEvent.keyDown(enlarge, { key: 'Escape' })).toBe(true);
  expect(dialog.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(true);
  fireEvent.click(enlarge);
  expect(fireEvent.keyDown(enlarge, { key: 'Escape' })).toBe(false);
});

it('QrCode keeps its place while the code is drawn', () => {
  render(<QrCode label="QR code of Ana" svg={null} />);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
});

it('QrCode says that it failed, and tries again', () => {
  const onRetry = vi.fn();
  render(<QrCode failed label="QR code of Ana" onRetry={onRetry} svg={null} />);
  expect(screen.getByRole('alert').textContent).toContain('Unable to generate QR code.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
