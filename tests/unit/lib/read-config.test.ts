import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { type Config, captcha, config, localConfig } from '../../../src/lib/config.ts';
import {
  basePathOf,
  readCaptcha,
  readConfig,
  readErrorReports,
  readGuests,
  readPhotoHosts,
  readPhotoTransforms,
  readTillConfig,
  readVitalsSample,
} from '../../../src/lib/read-config.ts';
import { sizedPhoto } from '../../../src/lib/sized-photo.ts';

const hosted = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_abc',
  SITE_URL: 'https://stampcard.example',
  PUBLIC_MERCHANT_URL: 'https://merchant.stampcard.example/login',
};

const anonToken = (role: string) =>
  `eyJh.${Buffer.from(JSON.stringify({ iss: 'supabase', role })).toString('base64url')}.c2ln`;

test('a build with nothing set works on this machine', () => {
  expect(readConfig({ PUBLIC_VITALS_URL: '' })).toEqual({
    supabaseUrl: '',
    supabaseAnonKey: 'sb_publishable_local_stampcard',
    siteUrl: 'http://localhost:4321',
    merchantUrl: '/local/counter',
    submitEventUrl: null,
    androidBetaUrl: null,
    vitalsUrl: null,
  });
  expect(config).toEqual(localConfig);
  const local = {
    PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321',
    SITE_URL: 'http://localhost:4400',
  };
  expect(readConfig(local)).toMatchObject({
    supabaseUrl: local.PUBLIC_SUPABASE_URL,
    siteUrl: local.SITE_URL,
  });
  expect([captcha, readCaptcha({ PUBLIC_CAPTCHA_PROVIDER: ' ' })]).toEqual([null, null]);
  expect(readErrorReports({ PUBLIC_ERRORS_URL: ' ', PUBLIC_ERRORS_SAMPLE: '' })).toBeNull();
});

test('a hosted site reads all seven variables, and drops the slash after an origin', () => {
  expect(
    readConfig({
      ...hosted,
      PUBLIC_SUPABASE_URL: ' https://abc.supabase.co/ ',
      SITE_URL: 'https://stampcard.example/',
      PUBLIC_SUBMIT_EVENT_URL: 'https://forms.example/event?x=1',
      PUBLIC_ANDROID_BETA_URL: 'https://forms.example/beta',
      PUBLIC_VITALS_URL: 'https://vitals.example/collect',
    }),
  ).toEqual({
    supabaseUrl: 'https://abc.supabase.co',
    supabaseAnonKey: 'sb_publishable_abc',
    siteUrl: 'https://stampcard.example',
    merchantUrl: 'https://merchant.stampcard.example/login',
    submitEventUrl: 'https://forms.example/event?x=1',
    androidBetaUrl: 'https://forms.example/beta',
    vitalsUrl: 'https://vitals.example/collect',
  });
});

test.each(Object.keys(hosted))('a hosted site without %s is not built', (name) => {
  const env = { ...hosted, [name]: undefined };
  expect(() => readConfig(env)).toThrow(`${name} is missing`);
  expect(() => readConfig({ ...hosted, [name]: ' ' })).toThrow(`${name} is set but empty`);
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_ANON_KEY'],
  ['SITE_URL', 'PUBLIC_MERCHANT_URL'],
] as const)('a site without %s that has %s is not taken for a local one', (name, other) => {
  expect(() => readConfig({ [other]: hosted[other] })).toThrow(
    `${name} is missing: ${other} is set.`,
  );
});

test.each([
  'PUBLIC_SUPABASE_URL',
  'SITE_URL',
  'PUBLIC_MERCHANT_URL',
  'PUBLIC_SUBMIT_EVENT_URL',
  'PUBLIC_ANDROID_BETA_URL',
  'PUBLIC_VITALS_URL',
])('%s must be a safe web address', (name) => {
  const malformed = [
    'stampcard.example',
    'http://stampcard.example',
    'javascript:alert(1)',
    'ftp://stampcard.example',
    '//stampcard.example',
    'https://',
    'https://user:pass@stampcard.example',
  ];
  for (const text of malformed) {
    expect(() => readConfig({ ...hosted, [name]: text }), text).toThrow(`${name} must be`);
  }
});

test('an address without http:// is refused with a sentence that says so', () => {
  expect(() => readConfig({ SITE_URL: 'localhost:4400' })).toThrow(
    'SITE_URL must be a full https:// address (http:// only for localhost), but is "localhost:4400".',
  );
});

test('a password in an address is not repeated in the error', () => {
  const address = 'postgresql://postgres:p@ss/word@db.abc.supabase.co:5432/postgres';
  expect(() => readConfig({ ...hosted, PUBLIC_SUPABASE_URL: address })).toThrow(
    'but is "postgresql://…@db.abc.supabase.co:5432/postgres".',
  );
});

test.each([
  ['PUBLIC_SUPABASE_URL', ['/path', '/?a=1', '/#here']],
  ['SITE_URL', ['/?a=1', '/#here', '/a%20b', '/a//b', "/a'b"]],
])('%s must be an origin, nothing more', (name, tails) => {
  for (const tail of tails) {
    const env = { ...hosted, [name]: `https://stampcard.example${tail}` };
    expect(() => readConfig(env), tail).toThrow(`${name} must be an origin`);
  }
});

test('SITE_URL may be a path on a host', () => {
  for (const tail of ['/stampcard', '/stampcard/']) {
    const env = { ...hosted, SITE_URL: `https://stores.example${tail}` };
    const { siteUrl } = readConfig(env);
    expect([siteUrl, basePathOf(siteUrl)]).toEqual([
      'https://stores.example/stampcard',
      '/stampcard',
    ]);
  }
  expect(basePathOf('https://stores.example')).toBe('');
});

test.each([
  'PUBLIC_SUPABASE_URL',
  'PUBLIC_MERCHANT_URL',
  'PUBLIC_SUBMIT_EVENT_URL',
  'PUBLIC_ANDROID_BETA_URL',
  'PUBLIC_VITALS_URL',
  'PUBLIC_ERRORS_URL',
])('a public site can’t have a %s on this machine', (name) => {
  for (const url of ['http://localhost:54321', ' http://127.0.0.1:54321 ', 'https://localhost']) {
    expect(() => readConfig({ ...hosted, [name]: url }), url).toThrow(
      `${name} must be a full https:// address (SITE_URL is no localhost), but is "${url.trim()}".`,
    );
  }
  const here = { SITE_URL: 'http://localhost:4321' };
  expect(() => readConfig({ ...here, [name]: 'http://localhost:54321' })).not.toThrow();
});

test('a public site does not send stores to the demo’s counter', () => {
  const counter = '/local/counter';
  expect(() => readConfig({ ...hosted, PUBLIC_MERCHANT_URL: counter })).toThrow(
    'PUBLIC_MERCHANT_URL must be a full https:// address (SITE_URL is no localhost), but is "/local/counter".',
  );
  const { merchantUrl } = readConfig({ ...hosted, PUBLIC_MERCHANT_URL: '/merchants' });
  expect(merchantUrl).toBe('/merchants');
});

describe('the till', () => {
  const { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY } = hosted;
  const till = { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY };

  test('needs only the backend and its key to be built, or nothing for this machine', () => {
    const read = ({ supabaseUrl, supabaseAnonKey, siteUrl, merchantUrl }: Config) => [
      ...[supabaseUrl, supabaseAnonKey],
      ...[siteUrl, merchantUrl],
    ];
    expect(read(readTillConfig({ ...hosted, ...till }))).toEqual([...Object.values(till), '', '']);
    expect(read(readTillConfig({}))).toEqual(['', localConfig.supabaseAnonKey, '', '']);
  });

  test.each(Object.keys(till))('is not built without %s, or with something else in it', (name) => {
    const built = (text: string | undefined) => () => readTillConfig({ ...till, [name]: text });
    expect(built(undefined)).toThrow(`${name} is missing`);
    expect(built('')).toThrow(`${name} is set but empty`);
    expect(built('http://abc.supabase.co')).toThrow(`${name} must be`);
    expect(built('sb_secret_abc')).toThrow(`${name} is a secret key`);
  });
});

test('the key must be a publishable one, in either of its forms', () => {
  const withKey = (key: string) => () =>
    readConfig({ ...hosted, PUBLIC_SUPABASE_ANON_KEY: key }).supabaseAnonKey;
  expect(withKey(anonToken('anon'))()).toBe(anonToken('anon'));
  expect(withKey('sb_secret_abc')).toThrow('PUBLIC_SUPABASE_ANON_KEY is a secret key');
  expect(withKey(anonToken('service_role'))).toThrow('PUBLIC_SUPABASE_ANON_KEY is a secret key');
  for (const key of ['abc', 'abc.supabase.co', 'sb_publishable_abc def', '"sb_publishable_abc"']) {
    expect(withKey(key)).toThrow('PUBLIC_SUPABASE_ANON_KEY must be a publishable key');
  }
  expect(withKey(anonToken('authenticated'))).toThrow('but is a token of the role authenticated');
});

test.each(['PUBLIC_SUPABASE_SECRET_KEY', 'PUBLIC_SUPABASE_URL', 'PUBLIC_CAPTCHA_SITE_KEY'])(
  'a secret key in %s is refused, whatever the variable is for',
  (name) => {
    const keys = ['sb_secret_abc', ' sb_secret_abc\n', anonToken('service_role')];
    // As a file of variables or a form may hold them, and within an address.
    const hidden = keys.flatMap((key) => [`"${key}"`, `https://shop.example/?key=${key}&x=1`]);
    for (const key of [...keys, ...hidden]) {
      expect(() => readConfig({ ...hosted, [name]: key })).toThrow(
        `${name} is a secret key, and what is PUBLIC_ stands in every page`,
      );
    }
    expect(readConfig({ ...hosted, SUPABASE_SECRET_KEY: 'sb_secret_abc' })).toEqual(
      readConfig(hosted),
    );
  },
);

test.each([
  anonToken('service_role'),
  anonToken('authenticated'),
  'sbp_0123456789abcdef',
  '"sb_secret_abcdef"',
])('an error about the key %s does not repeat it', (key) => {
  const read = () => readConfig({ ...hosted, PUBLIC_SUPABASE_ANON_KEY: key });
  expect(read).toThrow('PUBLIC_SUPABASE_ANON_KEY');
  expect(read).not.toThrow(key.slice(6));
});

test.each([
  ['PUBLIC_PHOTO_TRANSFORMS', readPhotoTransforms],
  ['PUBLIC_GUESTS', readGuests],
])('%s is true or false, and false if it is not set', (name, read) => {
  expect([undefined, '', 'false', ' true '].map((text) => read({ [name]: text }))).toEqual([
    ...[false, false, false],
    true,
  ]);
  expect(() => read({ [name]: '1' })).toThrow(`${name} must be true or false, but is "1".`);
});

test('PUBLIC_PHOTO_HOSTS is a list of hosts, and null if it is empty', () => {
  const read = (text?: string) => readPhotoHosts({ PUBLIC_PHOTO_HOSTS: text });
  expect([read(), read(' ')]).toEqual([null, null]);
  expect(read(' a.example, b.example:8443')).toEqual(['a.example', 'b.example:8443']);
  for (const text of [
    'https://a.example',
    '*.example',
    'a.example/x',
    'localhost',
    "b.example;'",
  ]) {
    expect(() => read(`a.example ${text}`), text).toThrow('PUBLIC_PHOTO_HOSTS must be hosts');
  }
});

test.each(['turnstile', 'hcaptcha'])('a build can have the CAPTCHA of %s', (provider) => {
  const env = { PUBLIC_CAPTCHA_PROVIDER: provider, PUBLIC_CAPTCHA_SITE_KEY: '0x4AAAAAAA-b_c' };
  expect(readCaptcha(env)).toEqual({ provider, siteKey: '0x4AAAAAAA-b_c' });
});

test.each([
  [{ PUBLIC_CAPTCHA_PROVIDER: 'turnstile' }, 'PUBLIC_CAPTCHA_SITE_KEY is missing'],
  [{ PUBLIC_CAPTCHA_SITE_KEY: '0x4AAA' }, 'PUBLIC_CAPTCHA_PROVIDER is missing'],
  [
    { PUBLIC_CAPTCHA_PROVIDER: 'recaptcha', PUBLIC_CAPTCHA_SITE_KEY: '0x4AAA' },
    'PUBLIC_CAPTCHA_PROVIDER must be turnstile or hcaptcha, but is "recaptcha".',
  ],
  [
    { PUBLIC_CAPTCHA_PROVIDER: 'hcaptcha', PUBLIC_CAPTCHA_SITE_KEY: 'a b' },
    'PUBLIC_CAPTCHA_SITE_KEY must be a site key',
  ],
])('a CAPTCHA with the settings %j is refused', (env, sentence) => {
  expect(() => readCaptcha(env)).toThrow(sentence);
});

const shared = {
  PUBLIC_ERRORS_URL: 'https://errors.example/collect?project=1',
  PUBLIC_VITALS_URL: 'https://vitals.example/',
};

test.each([
  [undefined, 1],
  ['', 1],
  ['1.0', 1],
  [' 0.01 ', 0.01],
])('the setting %j for a share of errors or figures means %d', (share, sample) => {
  const errors = readErrorReports({ ...shared, PUBLIC_ERRORS_SAMPLE: share });
  expect(errors).toEqual({ url: shared.PUBLIC_ERRORS_URL, sample });
  expect(readVitalsSample({ ...shared, PUBLIC_VITALS_SAMPLE: share })).toBe(sample);
});

test.each(['0', '1.01', '-1', '10%'])(
  'the setting %j for a share of errors or figures is refused',
  (share) => {
    const env = { ...shared, PUBLIC_ERRORS_SAMPLE: share, PUBLIC_VITALS_SAMPLE: share };
    const refused = `_SAMPLE must be a share above 0 and at most 1, but is "${share}".`;
    expect(() => readErrorReports(env)).toThrow(`PUBLIC_ERRORS${refused}`);
    expect(() => readVitalsSample(env)).toThrow(`PUBLIC_VITALS${refused}`);
  },
);

test.each([
  [{ PUBLIC_ERRORS_URL: 'http://errors.example' }, 'PUBLIC_ERRORS_URL must be a full https://'],
  [{ PUBLIC_ERRORS_URL: 'errors.example' }, 'PUBLIC_ERRORS_URL must be a full https://'],
  [{ PUBLIC_ERRORS_SAMPLE: '0.5' }, 'PUBLIC_ERRORS_URL is missing'],
])('the settings %j for errors are refused', (env, text) => {
  expect(() => readErrorReports(env)).toThrow(text);
  expect(() => readVitalsSample({ PUBLIC_VITALS_SAMPLE: '0.5' })).toThrow(
    'PUBLIC_VITALS_URL is missing: PUBLIC_VITALS_SAMPLE is set, and is of no use.',
  );
});

const stored = '/storage/v1/object/public/rewards/uploads/1.jpg';

test('a build whose backend resizes photos asks for resized ones of stored photos only', () => {
  expect(sizedPhoto(stored, 'card')).toBeNull();
  vi.stubEnv('PHOTO_TRANSFORMS', 'true');
  expect(sizedPhoto(stored, 'card')?.src).toContain('/render/image/public/rewards/uploads/1.jpg?');
  expect(sizedPhoto('https://photos.example/1.jpg', 'card')).toBeNull();
  expect(sizedPhoto(null, 'card')).toBeNull();
});

const settings = readFileSync('supabase/config.toml', 'utf8');

/** The value of a setting, as it is written in its part of the file. */
function setting(part: string, name: string): string | undefined {
  const [, after = ''] = settings.split(`[${part}]\n`);
  const [own = ''] = after.split(/^\[/m);
  return new RegExp(`^${name} = (.+)$`, 'm').exec(own)?.[1];
}

/** Both mails have the code: a new customer gets the confirmation. */
const LOGIN_CODE = '"./supabase/templates/login-code.html"';

/** No test of the local backend can show that a hosted project has these settings. */
test.each([
  ['api', 'schemas', '["public"]'],
  ['api', 'max_rows', '1000'],
  ['auth', 'site_url', '"env(SITE_URL)"'],
  ['auth', 'additional_redirect_urls', '[]'],
  ['auth', 'jwt_expiry', '3600'],
  ['auth', 'enable_signup', 'true'],
  ['auth', 'enable_refresh_token_rotation', 'true'],
  ['auth', 'refresh_token_reuse_interval', '10'],
  ['auth', 'enable_anonymous_sign_ins', '"env(PUBLIC_GUESTS)"'],
  ['auth.email', 'enabled', 'true'],
  ['auth.email', 'enable_confirmations', 'true'],
  ['auth.email', 'secure_password_change', 'true'],
  ['auth.email', 'otp_length', '6'],
  ['auth.email', 'max_frequency', '"60s"'],
  ['auth.email.template.magic_link', 'content_path', LOGIN_CODE],
  ['auth.email.template.confirmation', 'content_path', LOGIN_CODE],
  ['auth.external.google', 'enabled', 'true'],
  ['auth.external.google', 'client_id', '"env(GOOGLE_CLIENT_ID)"'],
  ['auth.external.google', 'secret', '"env(GOOGLE_SECRET)"'],
  ['auth.rate_limit', 'email_sent', '100'],
  ['auth.rate_limit', 'sign_in_sign_ups', '30'],
  ['auth.rate_limit', 'token_verifications', '30'],
  ['auth.rate_limit', 'token_refresh', '150'],
  ['auth.rate_limit', 'sms_sent', '1'],
  ['auth.rate_limit', 'anonymous_users', '30'],
  ['auth.rate_limit', 'web3', '1'],
  ['auth.captcha', 'enabled', '"env(CAPTCHA)"'],
  ['auth.captcha', 'secret', '"env(SUPABASE_AUTH_CAPTCHA_SECRET)"'],
  ['auth.hook.custom_access_token', 'enabled', 'true'],
  [
    'auth.hook.custom_access_token',
    'uri',
    '"pg-functions://postgres/private/refuse_customer_passwords"',
  ],
  ['storage', 'file_size_limit', '"5MiB"'],
  // Its caller is the database, whose secret is no token.
  ['functions.notify', 'verify_jwt', 'false'],
])('a hosted project gets the setting [%s] %s = %s', (part, name, value) => {
  expect(setting(part, name)).toBe(value);
});

test('the mail with the code says how long the code works', () => {
  expect(setting('auth.email', 'otp_expiry')).toBe(String(10 * 60));
  expect(readFileSync('supabase/templates/login-code.html', 'utf8')).toContain(
    'It works once, within ten minutes.',
  );
});
