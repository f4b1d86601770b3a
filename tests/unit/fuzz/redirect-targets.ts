/** What an attacker might write behind `?redirect=`: the known tricks, cut up and joined again. */
import fc from 'fast-check';
import { anyText } from '../domain/examples.ts';
import { openRedirects } from '../domain/open-redirects.ts';
import { damaged, madeOf } from './inputs.ts';

export const tricks = Object.values(openRedirects).flat();
const urlPieces = madeOf(
  ...[
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '%00',
    '\t',
    '\n',
    '\r',
    '\0',
    ' ',
    '\u0085',
    '\u00a0',
    '。',
    '／',
  ],
  ...[
    '@',
    ':',
    '?',
    '#',
    ';',
    '[',
    ']',
    '1',
    'evil.example',
    'stampcard.example',
    'localhost',
    'https:',
    'http:',
    'javascript:',
    'blob:',
  ],
);
export const targets = fc.oneof(
  damaged(tricks),
  damaged(tricks, urlPieces),
  urlPieces,
  urlPieces.map((text) => `/${text}`),
  anyText,
);
