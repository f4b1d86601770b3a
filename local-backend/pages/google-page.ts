import { customers, members } from '../people.ts';
import { consent, googleId } from '../shims/google.ts';
import { html, page } from './page.ts';

/**
 * Stands in for Google's consent page: choose an account or deny, and return to the app. Without a
 * field of the page, `unverified` makes the account's address one that Google has not verified.
 */
export async function googlePage(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (request.method !== 'POST') {
    return chooser(query);
  }
  const form = await request.formData();
  const back = new URL(query.get('redirect_uri') || '/auth/v1/callback', request.url);
  back.searchParams.set('state', query.get('state') ?? '');
  if (form.has('deny')) {
    back.searchParams.set('error', 'access_denied');
    return redirectTo(back);
  }
  const typed = (field: string) => String(form.get(field) ?? '').trim();
  const email = typed('email');
  const firstEmail = typed('first-email') || email;
  const known = [...customers, ...members].find(({ email: theirs }) => theirs === firstEmail);
  const name = known?.name ?? typed('name');
  if (!name || !/^\S+@\S+\.\S+$/.test(email)) {
    return chooser(query, 'Please type a name and an email address.');
  }
  const account = { id: googleId(firstEmail), name, email, isVerified: !form.has('unverified') };
  back.searchParams.set('code', consent(account));
  return redirectTo(back);
}

function redirectTo(url: URL): Response {
  return new Response(null, { status: 303, headers: { location: url.href } });
}

function chooser(query: URLSearchParams, problem?: string): Response {
  const action = html(`/local/google?${query}`);
  const choices = customers.map(
    ({ name, email, story }) => `<li><form method="post" action="${action}">
<input type="hidden" name="email" value="${html(email)}">
<button class="choice"><strong>${html(name)}</strong> <span>${html(story)}</span></button>
</form></li>`,
  );
  return page(
    'Choose an account',
    `<p>This stands in for Google. The app asks for your name and email address.</p>
${problem ? `<p class="problem" role="alert">${html(problem)}</p>` : ''}
<ul class="choices">${choices.join('')}</ul>
<h2>Somebody new</h2>
<form method="post" action="${action}">
<label for="name">Name</label><input id="name" name="name" autocomplete="off" required>
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" required>
<details><summary>An account whose address has changed</summary>
<label for="first-email">Its first address</label><input id="first-email" name="first-email" type="email" autocomplete="off">
</details>
<button>Continue</button>
</form>
<form method="post" action="${action}"><button name="deny" value="1" class="plain">Deny</button></form>`,
  );
}
