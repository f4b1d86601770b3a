/** Makes that dialog modal which is still moving in. */
let becomeModalNow: (() => void) | undefined;

/**
 * Opens a dialog as a modal one in two steps: of a page that becomes inert the browser finds all styles
 * anew, which was most of what a tap on 'My code' took. So the dialog is shown first, with the focus,
 * and is modal once it has moved in, or before the first key, or press beside it.
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
    // The key that is on its way is meant for it.
    focused?.focus({ preventScroll: true });
  };
  becomeModalNow?.();
  // It would lie below another one.
  if (page.querySelector('dialog:modal')) dialog.showModal();
  else {
    dialog.show();
    becomeModalNow = becomeModal;
    page.addEventListener('keydown', becomeModal, true);
    page.addEventListener('pointerdown', onPress, true);
    // What the first frame paints, the second one knows.
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
