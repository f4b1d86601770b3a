/** What drawing a code would take is left out: its text is kept instead. */
import { beforeEach, vi } from 'vitest';

/** The correction and the text of each code that was drawn, and whether drawing fails. */
export const drawing = { texts: [] as string[], fails: false };

beforeEach(() => void Object.assign(drawing, { texts: [], fails: false }));

vi.mock('../../../src/lib/platform/qr-image.ts', () => ({
  renderQr: (text: string, correction: string) => {
    if (drawing.fails) throw new Error('too long');
    drawing.texts.push(`${correction} ${text}`);
    return { size: 21, path: `code ${drawing.texts.length}` };
  },
}));
