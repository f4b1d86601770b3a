/** Makes the dialog that is still moving in modal. */
let becomeModalNow: (() => void) | undefined;

/**
 * Opens a modal dialog in two steps: when a page becomes inert the browser recomputes all of its styles,
 * which took most of the time of a tap on 'My code'. So the dialog is shown first, with the focus, and
 * becomes modal once it has moved in, or before the first key, or press outside it.
 *
 * @returns what closes it, and gives the focus back
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  const page = dialog.ownerDocument;
  const opener = page.activeElement;
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    page.removeEventListener('keydown', becomeModal, true);
    page.removeEventListener('pointerdown', onPress, true);
    if (becomeModalNow === becomeModal) becomeModalNow = undefined;
  };
  const onPress = ({ target }: Event) => {
    if (!dialog.contains(target as Node)) becomeModal();
  };
  const becomeModal = () => {
    end();
    if (!dialog.open || dialog.matches(':modal')) return;
    const focused = dialog.querySelector<HTMLElement>(':focus');
    dialog.removeAttribute('open');
    dialog.showModal();
    // A key press that is on its way is meant for it.
    focused?.focus({ preventScroll: true });
  };
  becomeModalNow?.();
  // Above another modal only a modal can be seen.
  if (page.querySelector('dialog:modal')) dialog.showModal();
  else {
    dialog.show();
    becomeModalNow = becomeModal;
    page.addEventListener('keydown', becomeModal, true);
    page.addEventListener('pointerdown', onPress, true);
    // The second frame knows what the first one painted.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const moves = dialog.getAnimations().map(({ finished }) => finished);
        void Promise.allSettled(moves).then(becomeModal);
      });
    });
  }
  return () => {
    end();
    dialog.close();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
