/** Opens the share sheet of a page without a session; a tap enlarges its code. */
const sheet = document.querySelector<HTMLDialogElement>('#share-sheet');
const enlarge = sheet?.querySelector<HTMLElement>('[aria-pressed]');

document.querySelector('[data-share]')?.addEventListener('click', () => sheet?.showModal());

sheet?.addEventListener('click', (event) => {
  if (event.target === sheet) sheet.close();
});

enlarge?.addEventListener('click', () => {
  const large = enlarge.getAttribute('aria-pressed') !== 'true';
  enlarge.setAttribute('aria-pressed', String(large));
  enlarge.closest<HTMLElement>('[data-large]')?.setAttribute('data-large', String(large));
});
