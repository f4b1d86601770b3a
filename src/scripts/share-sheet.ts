/** Opens the share sheet of a page without a session; a tap enlarges its code. */
const dialog = document.querySelector<HTMLDialogElement>('#share-sheet');
const enlarge = dialog?.querySelector<HTMLElement>('[aria-pressed]');

document.querySelector('[data-share]')?.addEventListener('click', () => dialog?.showModal());

dialog?.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});

enlarge?.addEventListener('click', () => {
  const large = enlarge.getAttribute('aria-pressed') !== 'true';
  enlarge.setAttribute('aria-pressed', String(large));
  enlarge.closest<HTMLElement>('[data-large]')?.setAttribute('data-large', String(large));
});
