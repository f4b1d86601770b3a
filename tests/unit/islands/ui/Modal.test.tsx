import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Modal } from '../../../../src/islands/ui/Modal.tsx';

interface ModalProps {
  open?: boolean;
  closable?: boolean;
  kind?: 'sheet' | 'photo';
}

function Page({
  onClose,
  open = true,
  closable = true,
  kind = 'sheet',
}: ModalProps & { onClose(): void }) {
  return (
    <>
      <button type="button">Opener</button>
      <Modal closable={closable} kind={kind} onClose={onClose} open={open} title="Scan QR Code">
        <button type="button">Inside</button>
      </Modal>
    </>
  );
}

function show(look: ModalProps = {}) {
  const onClose = vi.fn();
  const page = render(<Page onClose={onClose} {...look} />);
  return { onClose, ...page };
}

it('Modal is a modal dialog named by its title', () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  show();
  expect(showModal).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog', { name: 'Scan QR Code' })).toHaveProperty('open', true);
});

it('Modal takes the focus, and leaves the choice of the first control to its reader', () => {
  show();
  const focused = document.activeElement;
  expect(screen.getByRole('dialog').contains(focused)).toBe(true);
  expect(focused?.textContent).toContain('Scan QR Code');
});

it('Modal is not in the page while it is closed', () => {
  show({ open: false });
  expect(screen.queryByText('Inside')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('Modal is closed by the browser before it leaves the page, so that the focus returns', () => {
  const connected: boolean[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    connected.push(this.isConnected);
  });
  const { rerender, onClose } = show();
  rerender(<Page onClose={onClose} open={false} />);
  expect(connected).toEqual([true]);
  expect(onClose).not.toHaveBeenCalled();
});

it('Modal asks to be closed on Escape and on the back gesture', () => {
  const { onClose } = show();
  const cancelled = fireEvent(
    screen.getByRole('dialog'),
    new Event('cancel', { cancelable: true }),
  );
  expect(onClose).toHaveBeenCalledOnce();
  // The owner decides when it goes; the browser must not close it by itself.
  expect(cancelled).toBe(false);
});

it('Modal asks to be closed on a tap beside it, not inside it', () => {
  const { onClose } = show();
  const inside = screen.getByText('Inside');
  fireEvent.pointerDown(inside);
  fireEvent.click(inside);
  expect(onClose).not.toHaveBeenCalled();
  const dialog = screen.getByRole('dialog');
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

it('Modal stays when a press begins inside and ends beside it', () => {
  const { onClose } = show();
  fireEvent.pointerDown(screen.getByText('Inside'));
  fireEvent.click(screen.getByRole('dialog'));
  expect(onClose).not.toHaveBeenCalled();
});

it('Modal cannot be closed by any means while it is not closable', () => {
  const { onClose } = show({ closable: false });
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  // A browser that closes it all the same finds it open again.
  dialog.close();
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

it('Modal leaves other keys alone while it is not closable', () => {
  show({ closable: false });
  expect(fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Tab' })).toBe(true);
});

it('Modal gives a photo its own way out', () => {
  const { onClose } = show({ kind: 'photo' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});
