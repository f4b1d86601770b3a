/** A mail the backend sent. It never leaves this machine. */
export interface Mail {
  to: string;
  code: string;
  text: string;
  at: number;
}

/** The mail driver of the local backend: stores the last 200, newest last. */
export function createMailbox() {
  let mails: Mail[] = [];
  return {
    async send(message: { to: string; text?: string }): Promise<void> {
      const text = message.text ?? '';
      const code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
      mails = [...mails, { to: message.to.toLowerCase(), code, text, at: Date.now() }].slice(-200);
    },
    to: (address: string) => mails.filter((mail) => mail.to === address.trim().toLowerCase()),
    all: () => mails,
    /** Removes the newest mail to an address and returns it. */
    take(address: string): Mail | undefined {
      const mail = mails.findLast(({ to }) => to === address.toLowerCase());
      mails = mails.filter((other) => other !== mail);
      return mail;
    },
    clear() {
      mails = [];
    },
  };
}

export type Mailbox = ReturnType<typeof createMailbox>;
