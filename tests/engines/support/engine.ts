/** What the tests need of an engine, whatever drives it. */

/** A function that runs in the page, and so may use nothing from around it. */
export type InPage<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>;

export interface Tab {
  /** Loads an address and waits until the browser has committed to it. */
  goto(address: string): Promise<void>;
  evaluate<Args extends unknown[], Result>(
    run: InPage<Args, Result>,
    ...args: Args
  ): Promise<Result>;
  /** Brings the tab to the front: behind others it gets hardly any frames. */
  show(): Promise<void>;
  /** Runs the script of a library, which leaves a global in the page. */
  load(script: string): Promise<void>;
  /** Presses and releases at a point of the window. */
  press(x: number, y: number): Promise<void>;
  /** Text, or one key by its name. */
  type(text: string): Promise<void>;
  key(name: KeyName): Promise<void>;
  /** The browser's own buttons. */
  back(): Promise<void>;
  forward(): Promise<void>;
  screenshot(): Promise<Uint8Array>;
}

export type KeyName = 'Enter' | 'Escape' | 'Tab';

/** A separate phone, which shares nothing with another. */
export interface Device {
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Browser {
  newDevice(): Promise<Device>;
  close(): Promise<void>;
}

export const WINDOW = { width: 390, height: 844 };

/** What the browsers are told about where they are. */
export const LOCALE = 'en-PH';
export const ENVIRONMENT = {
  ...process.env,
  TZ: 'Asia/Manila',
  LANG: 'C.UTF-8',
  LANGUAGE: 'en_PH',
};

/** The address that takes reports of what goes wrong in a page, and returns them. */
export const COMPLAINTS = '/engines/complaints';

/** Cuts the connection to everything else, or only to Realtime, and restores it. */
export const LINE = '/engines/line';

/** Stored in a browser that is to have the service worker. */
export const WITH_WORKER = 'engines.with-worker';
