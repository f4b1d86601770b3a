/**
 * The public pages only know whether this device keeps a session: someone who is signed in is led to their
 * cards, and not asked to sign in (docs/product.md#who-sees-what). Before the first paint.
 */
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { readLocal } from './storage.ts';

const mark = () =>
  document.documentElement.toggleAttribute(
    'data-signed-in',
    readLocal(storageKeys.session) !== null,
  );

mark();
// A page that the browser kept, and another tab.
for (const event of ['pageshow', 'storage']) addEventListener(event, mark);
