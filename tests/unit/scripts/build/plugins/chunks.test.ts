// @vitest-environment node
import { expect, test } from 'vitest';
import { chunkOf } from '../../../../../scripts/build/plugins/chunks.ts';

/** Who imports each module; `later` is who loads it on a tap. */
type Modules = Record<string, { by?: string[]; later?: string[]; isEntry?: true }>;

const MODULES: Modules = {
  '/src/islands/login/LoginPanel.tsx': { isEntry: true },
  '/src/islands/home/HomeRewards.tsx': { isEntry: true },
  '/src/islands/events/EventList.tsx': { isEntry: true },
  '/src/islands/redeem/RedeemScreen.tsx': { isEntry: true },
  '/src/islands/shell/NavQrButton.tsx': { isEntry: true },
  '/src/pages/home.astro?astro&type=script&index=0&lang.ts': { isEntry: true },
  '/src/islands/home/preload.ts': {
    by: ['/src/pages/home.astro?astro&type=script&index=0&lang.ts'],
  },
  '/src/islands/cards/SmallCard.tsx': {
    by: ['/src/islands/home/HomeRewards.tsx', '/src/islands/events/EventList.tsx'],
  },
  '/src/islands/transactions/TransactionsScreen.tsx': { isEntry: true },
  '/src/islands/cards/StampCard.tsx': {
    by: [
      '/src/islands/transactions/TransactionsScreen.tsx',
      '/src/islands/redeem/RedeemScreen.tsx',
    ],
  },
  '/src/islands/ui/Photo.tsx': {
    by: ['/src/islands/cards/SmallCard.tsx', '/src/islands/redeem/RedeemScreen.tsx'],
  },
  '/src/islands/ui/Icon.tsx': {
    by: ['/src/islands/ui/Photo.tsx', '/src/islands/login/LoginPanel.tsx'],
  },
  '/src/islands/shell/ShareModal.tsx': { later: ['/src/islands/shell/NavQrButton.tsx'] },
  '/src/islands/screen/ReceiptSheet.tsx': { later: ['/src/islands/redeem/RedeemScreen.tsx'] },
  '/src/islands/ui/Modal.tsx': {
    by: ['/src/islands/shell/ShareModal.tsx', '/src/islands/screen/ReceiptSheet.tsx'],
  },
  '/node_modules/qrcode/index.js': {
    by: ['/src/islands/shell/ShareModal.tsx', '/src/islands/screen/ReceiptSheet.tsx'],
  },
};

const graph = {
  getModuleInfo: (id: string) => ({
    importers: MODULES[id]?.by ?? [],
    dynamicImporters: MODULES[id]?.later ?? [],
    isEntry: MODULES[id]?.isEntry ?? false,
  }),
} as unknown as Parameters<typeof chunkOf>[1];

test.each([
  ['what one screen alone needs', '/src/islands/redeem/RedeemScreen.tsx', 'redeem'],
  ['what the screens of lists share', '/src/islands/cards/SmallCard.tsx', 'lists'],
  ['what several screens share, but not /home', '/src/islands/cards/StampCard.tsx', 'stamps'],
  ['what several screens need, /home too', '/src/islands/ui/Photo.tsx', 'wallet'],
  ['what the frame of the screens needs', '/src/islands/shell/NavQrButton.tsx', 'wallet'],
  ['what /login needs, too', '/src/islands/ui/Icon.tsx', 'first'],
  ['what runs before the islands', '/src/islands/home/preload.ts', null],
  ['what one tap loads', '/src/islands/shell/ShareModal.tsx', null],
  ['what several taps load', '/src/islands/ui/Modal.tsx', 'later'],
  ['a package that taps load', '/node_modules/qrcode/index.js', null],
])('%s (%s) is in the chunk %j', (_, module, chunk) => {
  expect(chunkOf(module, graph)).toBe(chunk);
});
