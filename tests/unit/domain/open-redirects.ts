import fc from 'fast-check';
import { anyText, words } from './examples.ts';

/**
 * Ways that are known to turn a `redirect` parameter into another site, by family. Gathered from
 * public collections (the 'Open Redirect' pages of PayloadsAllTheThings and of the OWASP cheat
 * sheets, the URL standard's own tests) and from what this site's rule might overlook.
 */
const openRedirects: Record<string, readonly string[]> = {
  'another address': words(`
    https://evil.example HTTPS://EVIL.EXAMPLE https:evil.example https:///evil.example
    https:\\\\evil.example ftp://evil.example evil.example www.evil.example/home
    https://stampcard.example.evil.example https://stampcard.example@evil.example
    https://evil.example\\@stampcard.example https://stampcard.example%00.evil.example
    https://evil.example?stampcard.example https://evil。example https://3627734734
    https://[::ffff:216.58.214.206] http://stampcard.example https://stampcard.example:8443/home
  `),
  'two slashes': words(`
    //evil.example //evil.example/%2f.. //evil.example?/home ///evil.example
    //////////////evil.example //stampcard.example@evil.example //evil.example\\@stampcard.example
    //evil.example:80\\/home //0xd83ad6ce //[::1] //localhost //%65vil.example //evil。example
    //\u00adevil.example // ///
  `),
  backslashes: words(`
    /\\evil.example /\\/evil.example /\\\\/evil.example \\evil.example \\/\\/evil.example
    \\\\\\evil.example //\\evil.example ///\\;@evil.example /\\stampcard.example@evil.example /\\ \\
  `),
  'controls and blanks': [
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/\t\\evil.example',
    '\t//evil.example',
    '/home\r\nLocation: https://evil.example',
    '/\u0000/evil.example',
    '\u0000//evil.example',
    '/\u0001//evil.example',
    '/\u007f/evil.example',
    '/\u0085/evil.example',
    '/\u009f/evil.example',
    ' //evil.example',
    ' /\\evil.example',
    ' https://evil.example',
    '\u001f//evil.example',
    '\ufeff//evil.example',
    '\u3000//evil.example',
    '\u200b//evil.example',
    ' ',
    '\t',
  ],
  'dots that melt away': words(`
    /.//evil.example /./\\evil.example /..//evil.example /%2e//evil.example /%2E/\\evil.example
    /.%2e//evil.example /home/..//evil.example /a/b/../..//evil.example /home/%2e%2e//evil.example
    /home\\..\\\\evil.example /.\\/evil.example .//evil.example ..//evil.example .evil.example
  `),
  'script and data': [
    ...['JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', '\u0001javascript:alert(1)'],
    ...words(`
      javascript://stampcard.example/%0aalert(1) javascript:/home about:blank file:///etc/passwd
      data:text/html,<script>alert(1)</script> blob:https://stampcard.example/0b1c
      view-source:https://stampcard.example/ mailto:somebody@evil.example
    `),
  ],
  'not a path': [
    '',
    ...words(`
      ?redirect=//evil.example #//evil.example @evil.example :443@evil.example home
      home//evil.example %2F%2Fevil.example %5C%5Cevil.example 〱evil.example ／／evil.example
      ;//evil.example <>//evil.example "//evil.example
    `),
  ],
};

/** They look like the ones above, but every browser takes them for paths of this site. */
export const harmless: readonly (readonly [target: string, followed: string])[] = [
  ...words(`
    /%2Fevil.example /%5Cevil.example /%09/evil.example /%0d%0aLocation:%20https://evil.example
    /%00/evil.example /@evil.example /https://evil.example /javascript:alert(1) /.evil.example
    /;/evil.example /home//evil.example /?next=//evil.example /#//evil.example
  `).map((target) => [target, target] as const),
  ['/home\\\\evil.example', '/home//evil.example'],
  ['/../../home', '/home'],
  ['/home/./rewards/..', '/home/'],
  ['/〱evil.example', '/%E3%80%B1evil.example'],
  ['/／evil.example', '/%EF%BC%8Fevil.example'],
  ['/ /evil.example', '/%20/evil.example'],
  ['/\u200b/evil.example', '/%E2%80%8B/evil.example'],
  ['/<script>', '/%3Cscript%3E'],
];

/** A good text with a part of it cut out and something else put in its place. */
export function damaged(good: readonly string[], pieces = anyText): fc.Arbitrary<string> {
  const whole = {
    text: fc.constantFrom(...good),
    piece: pieces,
    from: fc.nat(),
    length: fc.nat(9),
  };
  return fc.record(whole).map(({ text, piece, from, length }) => {
    const start = from % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + length);
  });
}

/** Texts made of the pieces a parser trips over. */
export const madeOf = (...pieces: string[]) => fc.string({ unit: fc.constantFrom(...pieces) });

/** All ways that are known. */
export const tricks = Object.values(openRedirects).flat();
const urlPieces = madeOf(
  ...'/ // \\ . .. %2e %2f %5c %00 。 ／ @ : ? # ; [ ] 1'.split(' '),
  ...['\t', '\n', '\r', '\0', ' ', '\u0085', '\u00a0'],
  ...'evil.example stampcard.example localhost https: http: javascript: blob:'.split(' '),
);
/** Texts that are nearly such a way, and any other. */
export const targets = fc.oneof(
  damaged(tricks),
  damaged(tricks, urlPieces),
  urlPieces,
  urlPieces.map((text) => `/${text}`),
  anyText,
);
