import { createContext } from 'react';

/** Told before a value is read and after it, on a screen that is drawn ahead: that asks for nothing. */
export const Ahead = createContext<((isReading: boolean) => void) | undefined>(undefined);
