/** Of the share sheets, and of what is shared or saved. */

export const tagline = 'Smart Digital Stamps for Smart Businesses.';
export const codeLabel = 'QR code that opens Stampcard';
export const shareTheLink = 'Share the link';
export const linkCopied = 'Link copied.';
/** Where it can be neither shared nor copied. */
export const hereIsTheLink = (link: string): string => `Here’s the link: ${link}`;
export const closeIn = (seconds: number): string => `Close (${seconds})`;

export const calendarFailed = 'We couldn’t make the calendar file.';
export const calendarSaved = 'Open the downloaded file to add the date to your calendar.';

export const rewardAt = (reward: string, store: string): string => `${reward} at ${store}`;
export const eventOn = (event: string, date: string): string => `${event} · ${date}`;
/** Of a reward, in a calendar. */
export const lastDay = (reward: string): string => `Last day: ${reward}`;
