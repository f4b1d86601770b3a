/** What the device keeps. Storage can be blocked or full: that reads as nothing kept. */

type Area = () => Storage;
const local: Area = () => localStorage;
const session: Area = () => sessionStorage;

function read(area: Area, key: string): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

function keep(area: Area, key: string, value: string): void {
  try {
    area().setItem(key, value);
  } catch {
    // Nobody is told: the page works without it.
  }
}

export const readLocal = (key: string) => read(local, key);
export const keepLocal = (key: string, value: string) => keep(local, key, value);
export const readSession = (key: string) => read(session, key);
export const keepSession = (key: string, value: string) => keep(session, key, value);
