import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { QrCode } from '../../../../src/islands/cards/QrCode.tsx';

const svg = { size: 37, path: 'M0 0h1v1h-1z' };

describe('QrCode', () => {
  it('QrCode draws the modules with a margin of one', { tags: ['qr-image-layout'] }, () => {
    render(<QrCode label="QR code of Ana" svg={svg} />);
    const code = screen.getByRole('img', { name: 'QR code of Ana' });
    expect(code.getAttribute('viewBox')).toBe('-1 -1 39 39');
    expect(code.querySelector('path')?.getAttribute('d')).toBe(svg.path);
    expect(code.querySelectorAll('rect')).toHaveLength(0);
  });

  it('QrCode puts the logo in the middle, a fifth wide', {
    tags: ['qr-image-layout', 'limit-qr-image'],
  }, () => {
    render(<QrCode label="QR code of Ana" logo svg={{ ...svg, size: 40 }} />);
    const logo = screen.getByRole('img').querySelector('g');
    expect(logo?.getAttribute('transform')).toBe('translate(16 16) scale(0.25)');
    expect(logo?.querySelector('rect')?.getAttribute('width')).toBe('32');
  });

  it('QrCode grows and shrinks with a tap', { tags: ['qr-tap-enlarges'] }, () => {
    const { container } = render(<QrCode label="QR code of Ana" svg={svg} />);
    const enlarge = screen.getByRole('button', { name: 'Enlarge the code' });
    const panel = container.querySelector('.panel');
    expect(enlarge.getAttribute('aria-pressed')).toBe('false');
    expect(panel?.getAttribute('data-large')).toBe('false');
    fireEvent.click(enlarge);
    expect(enlarge.getAttribute('aria-pressed')).toBe('true');
    expect(panel?.getAttribute('data-large')).toBe('true');
    fireEvent.click(enlarge);
    expect(panel?.getAttribute('data-large')).toBe('false');
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
});
