/** Sends a text to an address without waiting for an answer, even while the page is left. */
export function send(address: string, text: string): void {
  if (navigator.sendBeacon(address, text)) return;
  // The browser's queue is full: the page itself sends, and does not wait for the answer.
  const options = { method: 'POST', body: text, keepalive: true, mode: 'no-cors' } as const;
  void fetch(address, options).catch(() => undefined);
}
