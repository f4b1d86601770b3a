/** The mails in a Mailpit that the tests have sent, and no others. */
import { ask } from './elsewhere.ts';

interface Message {
  ID: string;
  Created: string;
  To: readonly { Address: string }[];
}

async function get(mailbox: string, path: string): Promise<unknown> {
  const answer = await ask(mailbox, `/api/v1/${path}`);
  const json: unknown = await answer.json().catch(() => null);
  if (answer.ok && json !== null && typeof json === 'object') return json;
  throw new Error(`The mailbox ${mailbox} does not answer as a Mailpit does (${answer.status}).`);
}

/** When its newest mail came, by its own clock. Throws a sentence if it is no Mailpit. */
export async function newestIn(mailbox: string): Promise<string> {
  const info = (await get(mailbox, 'info')) as { Version?: unknown };
  if (typeof info.Version !== 'string') {
    throw new Error(`The mailbox ${mailbox} is no Mailpit: it says no version.`);
  }
  const { messages } = (await get(mailbox, 'messages?limit=1')) as { messages: Message[] };
  return messages[0]?.Created ?? '';
}

/** Mails only to this address that came since then, newest first. */
async function mailsTo(mailbox: string, address: string, since: string): Promise<Message[]> {
  const to = address.trim().toLowerCase();
  const query = encodeURIComponent(`to:"${to}"`);
  const { messages } = (await get(mailbox, `search?query=${query}`)) as { messages: Message[] };
  return messages.filter(
    ({ Created, To }) =>
      (since === '' || Date.parse(Created) > Date.parse(since)) &&
      To.every(({ Address }) => Address.toLowerCase() === to),
  );
}

/** Oldest first. */
export async function codesIn(mailbox: string, address: string, since: string) {
  const mails = await mailsTo(mailbox, address, since);
  const codes = mails.map(async ({ ID }) => {
    const { Text } = (await get(mailbox, `message/${ID}`)) as { Text: string };
    return { code: /\b\d{6}\b/.exec(Text)?.[0] ?? '' };
  });
  return (await Promise.all(codes)).reverse();
}

export async function deleteMails(
  mailbox: string,
  addresses: Iterable<string>,
  since: string,
): Promise<void> {
  const found = await Promise.all([...addresses].map((to) => mailsTo(mailbox, to, since)));
  const IDs = found.flat().map(({ ID }) => ID);
  // Without any ids, a Mailpit deletes everything it has.
  if (IDs.length === 0) return;
  await ask(mailbox, '/api/v1/messages', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ IDs }),
  });
}
