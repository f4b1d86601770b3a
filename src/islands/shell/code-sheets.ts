import { onDemand } from '../../lib/state/on-demand.ts';

/**
 * The sheets of 'My code', the code's life cycle, what draws it, and its drawing: they load after the
 * screen, so that a tap finds them, online or offline.
 */
export const codeSheets = onDemand(async () => {
  const [{ CustomerSheets }, { prepareStampCode, openStampCode }] = await Promise.all([
    import('./CustomerSheets.tsx'),
    import('../../lib/state/codes/stamp-code.ts'),
  ]);
  void prepareStampCode();
  return { CustomerSheets, openStampCode };
});

/** Opens the customer's code above whatever is on the screen. */
export const showCode = (): void =>
  void codeSheets.whenReady(({ openStampCode }) => void openStampCode());
