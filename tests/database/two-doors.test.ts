import { beforeEach, describe, expect, test } from 'vitest';
import { backend, freshData, visitor } from './as.ts';
import { byCode, byGoogle, card, collect, goThroughGoogle, mails } from './doors.ts';

/** What docs/decisions/two-doors.md says of one person who signs in by Google and by a code. */
beforeEach(freshData);

const accounts = async () =>
  (await backend()).query<{ email: string | null }>(
    `select email from auth.users where email not like '%@example.com' or email is null
      order by created_at`,
  );

describe('the same address', () => {
  test('Ines signs in by Google, then by a code to the same address: one card', async () => {
    const person = await collect(await byGoogle('ines@mail.test'), 3);
    expect(await card(await byCode('ines@mail.test'))).toEqual({ person, stamps: 3 });
    expect(await accounts()).toEqual([{ email: 'ines@mail.test' }]);
  });

  test('Juan signs in by a code, then by Google with the same address: one card', async () => {
    const person = await collect(await byCode('juan@mail.test'), 2);
    expect(await card(await byGoogle('juan@mail.test'))).toEqual({ person, stamps: 2 });
    expect(await card(await byCode('juan@mail.test'))).toEqual({ person, stamps: 2 });
    expect(await accounts()).toEqual([{ email: 'juan@mail.test' }]);
  });

  test('Karl asks for a code, never types it, and takes Google instead: one card', async () => {
    await visitor().auth.signInWithOtp({ email: 'karl@mail.test' });
    const person = await collect(await byGoogle('karl@mail.test'), 1);
    expect(await card(await byCode('karl@mail.test'))).toEqual({ person, stamps: 1 });
    expect(await accounts()).toHaveLength(1);
  });

  test('Lara writes her address with capital letters at one door or the other: one card', async () => {
    const person = await collect(await byGoogle('Lara.Diaz@Mail.test'), 4);
    expect(await card(await byCode('LARA.diaz@mail.TEST'))).toEqual({ person, stamps: 4 });
    expect(await card(await byGoogle('lara.diaz@mail.test'))).toEqual({ person, stamps: 4 });
    expect(await accounts()).toEqual([{ email: 'lara.diaz@mail.test' }]);
  });

  test('Mia’s address with a space before it is refused by the service: the app cuts it off', async () => {
    await expect(byCode(' mia@mail.test')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await accounts()).toEqual([]);
  });
});

describe('a Google account whose address is another now', () => {
  const changed = () => byGoogle('nora.new@mail.test', { 'first-email': 'nora@mail.test' });

  test('Nora signs in by Google with a new address: the same card', async () => {
    const person = await collect(await byGoogle('nora@mail.test'), 5);
    expect(await card(await changed())).toEqual({ person, stamps: 5 });
    expect(await accounts()).toEqual([{ email: 'nora@mail.test' }]);
  });

  test('a code to Nora’s old address still opens her card', async () => {
    const person = await collect(await byGoogle('nora@mail.test'), 5);
    await changed();
    expect(await card(await byCode('nora@mail.test'))).toEqual({ person, stamps: 5 });
  });

  test('a code to Nora’s new address is answered with yes and never sent: no second account', async () => {
    await collect(await byGoogle('nora@mail.test'), 5);
    await changed();
    const { data, error } = await visitor().auth.signInWithOtp({ email: 'Nora.New@mail.test' });
    expect([data.session, error]).toEqual([null, null]);
    expect(await mails('nora.new@mail.test')).toBe(0);
    expect(await accounts()).toEqual([{ email: 'nora@mail.test' }]);
  });

  test('someone who asks for no account is told that there is none', async () => {
    await byGoogle('nora@mail.test');
    await changed();
    const { error } = await visitor().auth.signInWithOtp({
      email: 'nora.new@mail.test',
      options: { shouldCreateUser: false },
    });
    expect(error?.code).toBe('otp_disabled');
  });

  test('Olga had a card by a code to the address that her Google account has now: both cards stay', async () => {
    const second = await collect(await byCode('olga.new@mail.test'), 1);
    const first = await collect(await byGoogle('olga@mail.test'), 6);
    const again = await byGoogle('olga.new@mail.test', { 'first-email': 'olga@mail.test' });
    expect(await card(again)).toEqual({ person: first, stamps: 6 });
    const byNew = await byCode('olga.new@mail.test');
    expect(await card(byNew)).toEqual({ person: second, stamps: 1 });
  });
});

describe('an address that nobody has proven', () => {
  const refusal = async (email: string) => {
    const { back } = await goThroughGoogle({ name: 'Pia Lim', email, unverified: '1' });
    return [back.searchParams.get('error_code'), back.searchParams.get('code')];
  };

  test('Pia’s Google account has an address that Google has not verified: no way in to the card there', async () => {
    const person = await collect(await byCode('pia@mail.test'), 2);
    expect(await refusal('pia@mail.test')).toEqual(['provider_email_needs_verification', null]);
    expect(await card(await byCode('pia@mail.test'))).toEqual({ person, stamps: 2 });
    // Hosted, too: an account without an address is left behind.
    expect(await accounts()).toEqual([{ email: 'pia@mail.test' }, { email: null }]);
  });

  test('Rosa, unverified and new, gets a code first, then Google: one card', async () => {
    expect(await refusal('rosa@mail.test')).toEqual(['provider_email_needs_verification', null]);
    const person = await collect(await byCode('rosa@mail.test'), 3);
    expect(await card(await byGoogle('rosa@mail.test'))).toEqual({ person, stamps: 3 });
    expect(await accounts()).toEqual([{ email: 'rosa@mail.test' }]);
  });

  test('somebody registered Sol’s address with a password: Sol’s card is at both doors, the password opens nothing', async () => {
    const password = 'correct horse battery';
    await visitor().auth.signUp({ email: 'sol@mail.test', password });
    const person = await collect(await byGoogle('sol@mail.test'), 1);
    expect(await card(await byCode('sol@mail.test'))).toEqual({ person, stamps: 1 });
    const { error } = await visitor().auth.signInWithPassword({ email: 'sol@mail.test', password });
    expect(error?.code).toBe('invalid_credentials');
    expect(await accounts()).toHaveLength(1);
  });

  test('the same, with the code first: the card is one, and the password is refused', async () => {
    const password = 'correct horse battery';
    await visitor().auth.signUp({ email: 'tia@mail.test', password });
    const person = await collect(await byCode('tia@mail.test'), 1);
    const { error } = await visitor().auth.signInWithPassword({ email: 'tia@mail.test', password });
    expect(error?.message).toContain('one-time code');
    expect(await card(await byGoogle('tia@mail.test'))).toEqual({ person, stamps: 1 });
  });
});

describe('two Google accounts', () => {
  test('Uma has two Google accounts with two addresses: two cards', async () => {
    const work = await collect(await byGoogle('uma@work.test'), 1);
    const home = await collect(await byGoogle('uma@home.test'), 2);
    expect(work).not.toBe(home);
    expect(await card(await byGoogle('uma@work.test'))).toEqual({ person: work, stamps: 1 });
    expect(await card(await byGoogle('uma@home.test'))).toEqual({ person: home, stamps: 2 });
  });

  test('Vic deleted a Google account and made another with the same address: one card', async () => {
    const person = await collect(await byGoogle('vic@mail.test'), 2);
    const again = await byGoogle('vic@mail.test', { 'first-email': 'vic.again@mail.test' });
    expect(await card(again)).toEqual({ person, stamps: 2 });
  });

  test('an address that stands in two accounts opens neither by a third Google account', async () => {
    await byCode('wil.new@mail.test');
    await byGoogle('wil@mail.test');
    await byGoogle('wil.new@mail.test', { 'first-email': 'wil@mail.test' });
    const { back } = await goThroughGoogle({
      name: 'Wil',
      email: 'wil.new@mail.test',
      'first-email': 'third@mail.test',
    });
    expect(back.searchParams.get('error_description')).toContain('Multiple accounts');
  });
});
