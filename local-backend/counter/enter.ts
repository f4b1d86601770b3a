/** Runs in the browser on the store counter's page: signs in as a member, and goes on to the till. */

/** Where the till keeps its session and the last chosen store (src/till). */
const SESSION = 'stampcard-till.session';
const STORE = 'stampcard-till.store';

async function enter(store: string): Promise<void> {
  const response = await fetch('/local/counter/session', { method: 'POST', body: store });
  if (!response.ok) {
    const problem = document.getElementById('problem');
    if (problem) problem.textContent = 'Nobody works there.';
    return;
  }
  const session = await response.json();
  localStorage.setItem(SESSION, JSON.stringify(session));
  localStorage.setItem(STORE, store);
  location.replace('/local/counter/till/');
}

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  void enter(document.querySelector('select')?.value ?? '');
});

const asked = new URLSearchParams(location.search).get('store');
if (asked) void enter(asked);
