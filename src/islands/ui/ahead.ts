import { createContext } from 'react';

/** Called before and after a value is read on a screen that is drawn ahead, which requests nothing. */
export const Ahead = createContext<((isReading: boolean) => void) | undefined>(undefined);
