// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { EMPTY_REWARD_FORM } from '../../../src/lib/domain/reward.ts';
import { type Answer, htmlPage, later, offline, refusal, rows } from '../data/fake-backend.ts';
import { rewardForm, writtenReward } from '../domain/examples.ts';
import { openPage, type PageOptions, settle } from './open-page.ts';

const fields = rewardForm({
  title: ' Tea ',
  dateEnd: '2026-12-31T00:00Z',
  photo: '/photos/tea.webp',
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

const row = writtenReward({
  photo: '/photos/tea.webp',
  title: 'Tea',
  date_end: '2026-12-31T00:00:00.000Z',
});

describe('submitting the reward form', () => {
  test('submitting inserts the row, asks for it back, clears the form and reloads the list', async () => {
    const { $rewardForm, asked, submitRewardForm } = await open();
    const { $rewards } = await import('../../../src/lib/state/rewards.ts');
    $rewards.listen(() => undefined);
    await settle();
    const before = asked('GET').length;
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
    expect(asked('GET')).toHaveLength(before + 1);
  });

  test.each([
    ['no title', { title: '  ' }],
    ['no start', { dateStart: '' }],
    ['a start that is no date', { dateStart: 'soon' }],
  ])('submitting a form with %s asks for it', async (_, missing) => {
    const { $rewardForm, backend, fillRewardForm, submitRewardForm } = await open();
    fillRewardForm(missing);
    await submitRewardForm();
    expect($rewardForm.get()).toMatchObject({
      busy: false,
      error: 'Title and start date are required.',
      fields: missing,
    });
    expect(backend.requests).toEqual([]);
  });

  test('submitting signed out asks for the sign-in before anything else', async () => {
    const { $rewardForm, backend, fillRewardForm, submitRewardForm } = await open({ as: null });
    fillRewardForm({ title: '' });
    await submitRewardForm();
    expect($rewardForm.get().error).toBe('You must be signed in to create rewards.');
    expect(backend.requests).toEqual([]);
  });

  test.each([
    ['with words', refusal(403, { message: 'new row violates…' }), 'new row violates…'],
    ['without any', htmlPage(500), 'Unable to save reward.'],
    ['out of reach', offline, 'Unable to save reward.'],
    ['with no row', rows([]), 'Unable to save reward.'],
  ])('submitting a form that is refused %s keeps the form', async (_, answer, error) => {
    const { $rewardForm, asked, submitRewardForm, write } = await open();
    write(answer);
    await submitRewardForm();
    expect($rewardForm.get()).toEqual({ fields, busy: false, error });
    expect(asked('GET')).toEqual([]);
    write(rows(written));
    await submitRewardForm();
    expect($rewardForm.get()).toMatchObject({ error: null, fields: { title: '' } });
  });

  test('submitting twice at once creates one reward', async () => {
    const { $rewardForm, asked, submitRewardForm, write } = await open();
    const slow = later();
    write(slow.answer);
    const both = [submitRewardForm(), submitRewardForm()];
    await settle();
    expect($rewardForm.get().busy).toBe(true);
    slow.come(rows(written));
    await Promise.all(both);
    expect(asked('POST')).toHaveLength(1);
  });
});

describe('a photo', () => {
  test.each([
    [' https://example.com/a.png ', 'https://example.com/a.png'],
    ['/photos/a.png', '/photos/a.png'],
    ['', null],
    [null, null],
    ['javascript:alert(1)', null],
    ['http://example.com/a.png', null],
  ])('a photo typed as %j is saved as %j', async (photo, kept) => {
    const { asked, fillRewardForm, submitRewardForm } = await open();
    fillRewardForm({ photo });
    await submitRewardForm();
    expect(asked('POST')[0]?.body).toMatchObject({ photo: kept });
  });

  test.each([
    ['Cup.PNG', 'image/png', 'png'],
    ['cup.of.tea.jpeg', 'image/jpeg', 'jpeg'],
    ['cup', 'image/webp', 'webp'],
    ['../../etc/passwd', 'image/gif', 'gif'],
    ['cup.p/n?g', 'image/avif', 'avif'],
  ])('a photo %s (%s) is uploaded as .%s, its name left behind', async (name, type, ending) => {
    const { asked, backend, fillRewardForm, submitRewardForm } = await open();
    const path = `storage/object/rewards/uploads/id-1.${ending}`;
    backend.answer(path, refusal(200, { Key: 'k', Id: 'i' }));
    fillRewardForm({ photo: new File(['x'], name, { type }) });
    await submitRewardForm();
    const [upload] = backend.of(path);
    expect(upload?.method).toBe('POST');
    expect(upload?.headers.get('x-upsert')).toBe('true');
    expect(upload?.headers.get('authorization')).toBe('Bearer access-ana-first');
    expect(upload?.body).toContain('name="cacheControl"\r\n\r\n3600\r\n');
    expect(asked('POST')[0]?.body).toMatchObject({
      photo: `http://localhost:4321/storage/v1/object/public/rewards/uploads/id-1.${ending}`,
    });
  });

  test.each([
    [
      'with words',
      refusal(400, { statusCode: '415', message: 'mime type not supported' }),
      'mime type not supported',
    ],
    ['without any', htmlPage(502), 'Unable to save reward.'],
    ['out of reach', offline, 'Unable to save reward.'],
  ])('a photo refused %s creates no reward', async (_, answer, error) => {
    const { $rewardForm, asked, backend, fillRewardForm, submitRewardForm } = await open();
    backend.answer('storage/object/rewards/uploads/id-1.png', answer);
    fillRewardForm({ photo: new File(['x'], 'a.png', { type: 'image/png' }) });
    await submitRewardForm();
    expect($rewardForm.get()).toMatchObject({ error, fields: { title: ' Tea ' } });
    expect(asked('POST')).toEqual([]);
  });
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

  test.each([
    ['with no row', rows([]), fallback],
    ['with words', refusal(403, { message: 'Not yours.' }), 'Not yours.'],
    ['out of reach', offline, fallback],
  ])('the change refused %s says so', async (_, answer, error) => {
    const page = await open();
    page.write(answer);
    await change(page, '7');
    expect(page.$rewardForm.get()).toEqual({ fields, busy: false, error });
    expect(page.asked('GET')).toEqual([]);
  });

  test('the change without an id says that it is missing', async () => {
    const page = await open();
    await change(page, '');
    const verb = what === 'saving' ? 'update' : 'delete';
    expect(page.$rewardForm.get().error).toBe(`Missing reward id for ${verb}.`);
    expect(page.backend.requests).toEqual([]);
  });

  test('the change is not asked for when signed out', async () => {
    const page = await open({ as: null });
    await change(page, '7');
    expect(page.$rewardForm.get().error).toBe(fallback);
    expect(page.backend.requests).toEqual([]);
  });
});
