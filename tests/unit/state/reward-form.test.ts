// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { EMPTY_REWARD_FORM } from '../../../src/lib/domain/reward.ts';
import { type Answer, inTurn, later, refusal, rows } from '../data/fake-backend.ts';
import { rewardForm, writtenReward } from '../domain/examples.ts';
import { photoHeads } from '../domain/photo-heads.ts';
import {
  ana,
  elsewhere,
  openPage,
  type PageOptions,
  sessionOf,
  settle,
  startSession,
  watch,
} from './open-page.ts';

const fields = rewardForm({
  title: ' Tea ',
  dateEnd: '2026-12-31T00:00Z',
  photo: 'https://example.com/tea.webp',
});
const written = [{ id: 7, title: 'Tea' }];

async function open(opening: PageOptions = {}) {
  const page = await openPage('/rewards', opening);
  /** Reads answer with nothing, writes with what a test says. */
  const write = (answer: Answer) =>
    page.backend.answer('rest/rewards', (requested) =>
      (requested.method === 'GET' ? rows([]) : answer)(requested),
    );
  write(rows(written));
  const form = await import('../../../src/lib/state/reward-form.ts');
  form.fillRewardForm(fields);
  const asked = (method: string) =>
    page.backend.of('rest/rewards').filter((one) => one.method === method);
  return { ...page, ...form, asked, write };
}

type Form = Awaited<ReturnType<typeof open>>;

const row = writtenReward({
  photo: 'https://example.com/tea.webp',
  title: 'Tea',
  date_end: '2026-12-31T00:00:00.000Z',
});

test('submitting inserts the row, asks for it back, clears the form and reloads the list', async () => {
  const { $rewardForm, asked, submitRewardForm } = await open();
  const { $rewards } = await import('../../../src/lib/state/rewards.ts');
  await watch($rewards);
  const before = asked('GET').length;
  expect(before).toBeGreaterThan(0);
  await submitRewardForm();
  const [insert] = asked('POST');
  expect(insert?.body).toEqual(row);
  expect(insert?.query.get('select')).toBe('*');
  expect(insert?.headers.get('prefer')).toContain('return=representation');
  expect($rewardForm.get()).toEqual({
    fields: EMPTY_REWARD_FORM,
    busy: false,
    error: null,
  });
  expect(asked('GET')).toHaveLength(2 * before);
});

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const PNG = bytesOf('\x89PNG\r\n\x1a\n');
const png = new File([PNG], 'cup.png');

const UPLOADED = 'storage/object/rewards/uploads/id-1.png';
const stored = refusal(200, { Key: 'k', Id: 'i' });

const NEEDED = 'Title and start date are required.';
const NO_ADDRESS = 'A photo is an https:// address or an uploaded picture.';
const NO_PHOTO = 'Please choose a photo: a PNG, JPEG, WebP, GIF or AVIF file.';

test.each<[string, Parameters<Form['fillRewardForm']>[0], string, (typeof ana | null)?]>([
  ['without a title', { title: '  ' }, NEEDED],
  ['of a signed-out visitor', { title: '' }, 'You must be signed in to create rewards.', null],
  ['with a photo at a bad address', { photo: 'javascript:alert(1)' }, NO_ADDRESS],
  ['with a photo at an unknown path', { photo: '/photos/a.png' }, NO_ADDRESS],
  ['with a web page as its photo', { photo: new File(['<!doctype html>'], 'a.png') }, NO_PHOTO],
  ['with an empty photo', { photo: new File([], 'a.png') }, NO_PHOTO],
])('a form %s is kept, and nothing is sent', async (_, filled, error, as = ana) => {
  const { $rewardForm, backend, fillRewardForm, submitRewardForm } = await open({ as });
  fillRewardForm(filled);
  await submitRewardForm();
  expect($rewardForm.get()).toMatchObject({ busy: false, error, fields: filled });
  expect(backend.requests).toEqual([]);
});

test('a form that is refused says why, was sent once, and is kept for another try', async () => {
  const { $rewardForm, asked, submitRewardForm, write } = await open();
  const slow = later();
  write(slow.answer);
  const both = [submitRewardForm(), submitRewardForm()];
  await settle();
  expect($rewardForm.get().busy).toBe(true);
  slow.come(refusal(403, { message: 'new row violates…' }));
  await Promise.all(both);
  expect(asked('POST')).toHaveLength(1);
  expect($rewardForm.get()).toEqual({ fields, busy: false, error: 'new row violates…' });
  expect(asked('GET')).toEqual([]);
  write(rows(written));
  await submitRewardForm();
  expect($rewardForm.get()).toMatchObject({ error: null, fields: { title: '' } });
});

test.each([
  [' https://example.com/a.png ', 'https://example.com/a.png'],
  ['/demo/barako.svg', '/demo/barako.svg'],
  ['  ', null],
  [null, null],
])('a photo typed as %j is saved as %j', async (photo, kept) => {
  const { asked, fillRewardForm, submitRewardForm } = await open();
  fillRewardForm({ photo });
  await submitRewardForm();
  expect(asked('POST')[0]?.body).toMatchObject({ photo: kept });
});

test.each(photoHeads)(
  'a photo that is %s is uploaded as such, whatever its name and type say',
  async (type, head) => {
    const { asked, backend, fillRewardForm, submitRewardForm } = await open();
    const path = `storage/object/rewards/uploads/id-1.${type}`;
    backend.answer(path, stored);
    const content = [bytesOf(head), ', the rest'];
    fillRewardForm({ photo: new File(content, '../../etc/passwd', { type: 'text/html' }) });
    await submitRewardForm();
    const [upload] = backend.of(path);
    expect(upload?.method).toBe('POST');
    expect(upload?.headers.get('x-upsert')).toBe('true');
    expect(upload?.headers.get('authorization')).toBe('Bearer access-ana-first');
    expect(upload?.body).toContain('name="cacheControl"\r\n\r\n3600\r\n');
    expect(upload?.body).toContain(`Content-Type: image/${type}\r\n\r\n`);
    expect(upload?.body).toContain(', the rest');
    expect(upload?.body).not.toContain('passwd');
    expect(asked('POST')[0]?.body).toMatchObject({
      photo: `http://localhost:4321/storage/v1/object/public/rewards/uploads/id-1.${type}`,
    });
  },
);

test('a photo that the storage refuses is reported in its words, and no reward is created', async () => {
  const { $rewardForm, asked, backend, fillRewardForm, submitRewardForm } = await open();
  const message = 'Your store has uploaded 50 photos within a day that no reward shows.';
  const answer = { statusCode: '403', error: 'Unauthorized', message };
  backend.answer(UPLOADED, refusal(400, answer));
  fillRewardForm({ photo: png });
  await submitRewardForm();
  expect($rewardForm.get().error).toBe(message);
  expect(asked('POST')).toEqual([]);
});

test('a photo is uploaded again with a new token if the storage says the old one has expired', async () => {
  const { $rewardForm, backend, fillRewardForm, submitRewardForm } = await open();
  const message = '"exp" claim timestamp check failed';
  const expired = refusal(400, { statusCode: '403', error: 'Unauthorized', message });
  backend.answer(UPLOADED, inTurn(expired, stored));
  backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
  fillRewardForm({ photo: png });
  await submitRewardForm();
  expect($rewardForm.get().error).toBe(null);
  const tokens = backend.of(UPLOADED).map(({ headers }) => headers.get('authorization'));
  expect(tokens).toEqual(['Bearer access-ana-first', 'Bearer access-ana-second']);
});

const sized = (bytes: number) => new File([PNG, new Uint8Array(bytes - PNG.length)], 'cup.png');

test('a photo of more than 5 MB is refused, but not one of exactly 5 MB', async () => {
  const { $rewardForm, backend, fillRewardForm, submitRewardForm } = await open();
  fillRewardForm({ photo: sized(5 * 1024 * 1024 + 1) });
  await submitRewardForm();
  expect($rewardForm.get().error).toBe('Please choose a photo of 5 MB at most.');
  expect(backend.requests).toEqual([]);
  backend.answer(UPLOADED, stored);
  fillRewardForm({ photo: sized(5 * 1024 * 1024) });
  await submitRewardForm();
  expect($rewardForm.get().error).toBe(null);
  expect(backend.of(UPLOADED)).toHaveLength(1);
});

describe.each([
  ['saving', 'PATCH', 'Unable to update reward.'],
  ['removing', 'DELETE', 'Unable to delete reward.'],
] as const)('%s', (what, method, fallback) => {
  const change = (form: Awaited<ReturnType<typeof open>>, id: string) =>
    what === 'saving' ? form.saveReward(id) : form.removeReward(id);

  test('the change names the reward, asks for the row back and reloads the list', async () => {
    const page = await open();
    await change(page, '7');
    const [asked] = page.asked(method);
    expect(asked?.query.get('id')).toBe('eq.7');
    expect(asked?.query.get('select')).toBe('*');
    expect(asked?.body).toEqual(what === 'saving' ? row : null);
    expect(page.$rewardForm.get()).toEqual({ fields, busy: false, error: null });
    expect(page.asked('GET').length).toBeGreaterThan(0);
  });

  test('the change that is refused, or names no reward, says so', async () => {
    const page = await open();
    page.write(rows([]));
    await change(page, '7');
    expect(page.$rewardForm.get()).toEqual({ fields, busy: false, error: fallback });
    expect(page.asked('GET')).toEqual([]);
    page.backend.requests.length = 0;
    await change(page, '');
    const verb = what === 'saving' ? 'update' : 'delete';
    expect(page.$rewardForm.get().error).toBe(`Missing reward id for ${verb}.`);
    expect(page.backend.requests).toEqual([]);
  });

  test('the change is not requested when signed out', async () => {
    const page = await open({ as: null });
    await change(page, '7');
    expect(page.$rewardForm.get().error).toBe(fallback);
    expect(page.backend.requests).toEqual([]);
  });
});

test('the form is emptied when the session ends', async () => {
  const page = await open();
  await startSession();
  elsewhere(page, null);
  expect(page.$rewardForm.get().fields).toEqual(EMPTY_REWARD_FORM);
});
