/** Opens the share sheet of a page without a session; a tap enlarges its code. */
const shareSheet = document.querySelector<HTMLDialogElement>('#share-sheet');
const enlargeButton = shareSheet?.querySelector<HTMLElement>('[aria-pressed]');

document.querySelector('[data-share]')?.addEventListener('click', () => shareSheet?.showModal());

shareSheet?.addEventListener('click', (event) => {
  if (event.target === shareSheet) shareSheet.close();
});

enlargeButton?.addEventListener('click', () => {
  const large = enlargeButton.getAttribute('aria-pressed') !== 'true';
  enlargeButton.setAttribute('aria-pressed', String(large));
  enlargeButton.closest<HTMLElement>('[data-large]')?.setAttribute('data-large', String(large));
});
