import { beforeEach, describe, expect, test } from 'vitest';
import { ana, ben, cy, tess } from '../people.ts';
import { backend, freshData, operator } from './as.ts';
import { answered, customerCode, give, refused, total } from './counter.ts';

/** An invoice counts once, however its number is spelled. */
beforeEach(freshData);

const keyOf = async (number: string) => {
  const rows = await (await backend()).query<{ key: string }>(
    'select private.invoice_key($1) as key',
    [number],
  );
  return rows[0]?.key;
};

describe('spellings of one number', () => {
  test.each([
    ['small letters', 'kt-2041'],
    ['spaces around it', '  KT-2041 '],
    ['a space in it', 'KT- 2041'],
    ['a tab', 'KT-2041\t'],
    ['a line break', 'KT-\n2041'],
    ['a no-break space', 'KT-\u00a02041'],
    ['an ideographic space', 'KT-\u30002041'],
    ['a zero-width space', 'KT-20\u200b41'],
    ['a zero-width joiner', 'KT-20\u200d41'],
    ['a byte order mark', '\ufeffKT-2041'],
    ['a soft hyphen', 'KT\u00ad-2041'],
    ['a mark of direction', '\u202eKT-2041'],
    ['a variation selector', 'KT-2041\ufe0f'],
    ['a tag that is not seen', 'KT-2041\u{e0041}'],
    ['full-width letters', 'ＫＴ－２０４１'],
    ['mathematical digits', 'KT-𝟐𝟎𝟒𝟏'],
    ['a hyphen of typography', 'KT\u20102041'],
    ['a non-breaking hyphen', 'KT\u20112041'],
    ['an en dash', 'KT–2041'],
    ['an em dash', 'KT—2041'],
    ['a minus sign', 'KT\u22122041'],
  ])('the number written with %s is the same', async (_how, spelling) => {
    answered(await give(tess, customerCode(ana), { invoice: 'KT-2041' }));
    expect(refused(await give(tess, customerCode(ben), { invoice: spelling }))).toBe(
      'duplicate_invoice',
    );
    expect(await total(ben)).toBe(10);
  });

  test('accented letters are the same in capitals, and composed or not', async () => {
    answered(await give(tess, customerCode(ana), { invoice: 'peña-1' }));
    expect(refused(await give(tess, customerCode(ben), { invoice: 'PEN\u0303A-1' }))).toBe(
      'duplicate_invoice',
    );
  });

  test('an invoice does not count again once its customer has deleted the account', async () => {
    answered(await give(tess, customerCode(ana), { invoice: 'KT-2041' }));
    await (await backend()).query('delete from auth.users where id = $1', [ana.id]);
    expect(refused(await give(tess, customerCode(ben), { invoice: 'kt-2041' }))).toBe(
      'duplicate_invoice',
    );
  });

  test('what is another number stays another', async () => {
    for (const invoice of ['1-11', '11-1', '111', '1.11', '1/11', 'I11', '0111', 'pena', 'peña']) {
      answered(await give(tess, customerCode(cy), { invoice }));
    }
    expect(await total(cy)).toBe(9);
  });

  test.each(['\u200b', '\u00a0\t', '\u2800', '\u3164', '\u{e0020}'])(
    'a number of which nothing is seen (%j) is none',
    async (invoice) => {
      for (const _ of [1, 2]) {
        const { invoice_or_number } = answered(await give(tess, customerCode(cy), { invoice }));
        expect(invoice_or_number).toBeNull();
      }
    },
  );

  test('the number is kept as it was typed', async () => {
    const { stamp_id } = answered(await give(tess, customerCode(cy), { invoice: ' ＫＴ–9 ' }));
    const row = await operator.from('stamps').select().eq('id', Number(stamp_id)).single();
    expect(row.data).toMatchObject({ invoice_or_number: 'ＫＴ–9', repeats_invoice: false });
  });

  test('no character without a look of its own makes another number', async () => {
    const ranges = await (await backend()).query<{ code: number }>(
      `select code from generate_series(1, 65535) as code
        where code not between 55296 and 57343
          and private.invoice_key('A' || chr(code) || 'B') = 'ab'`,
    );
    const removed = new Set(ranges.map(({ code }) => code));
    // White space and format characters by Unicode, as this runtime knows them, without the marks of
    // Arabic and Syriac that enclose a number and are seen.
    const seenMarks = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/;
    const invisible = [...Array(65_536).keys()].filter((code) => {
      const character = String.fromCharCode(code);
      const isHidden = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(character);
      return isHidden && !seenMarks.test(character);
    });
    const visible = /^[\p{L}\p{N}\p{P}\p{S}]$/u;
    expect(invisible.filter((code) => !removed.has(code)).map((code) => code.toString(16))).toEqual(
      [],
    );
    const taken = [...removed].filter(
      (code) => visible.test(String.fromCharCode(code)) && !invisible.includes(code),
    );
    expect(taken.map((code) => code.toString(16))).toEqual(['2800']);
  });
});

test('the key of a key is itself', async () => {
  for (const number of ['ＫＴ–9', 'KT-9', ' pe\u006e\u0303a ', 'ﬁ-№5', 'ǅ½']) {
    const key = (await keyOf(number)) ?? '';
    expect(await keyOf(key)).toBe(key);
  }
});
