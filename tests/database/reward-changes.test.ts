import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendCode, verifyCode } from '../../src/lib/data/sign-in.ts';
import { loadAuthModule } from '../../src/lib/data/token-refresh.ts';
import { EMPTY_REWARD_FORM } from '../../src/lib/domain/reward.ts';
import { browserPlatform } from '../../src/lib/platform/browser.ts';
import { setPlatform } from '../../src/lib/platform/platform.ts';
import {
  $rewardForm,
  fillRewardForm,
  removeReward,
  saveReward,
  submitRewardForm,
} from '../../src/lib/state/reward-form.ts';
import { $rewards } from '../../src/lib/state/rewards.ts';
import { startSession } from '../../src/lib/state/session/session.ts';
import { memoryPlatform } from '../memory-platform.ts';
import { ana, type DemoPerson, mario, tess } from '../people.ts';
import { backend, freshData, ORIGIN, operator, send } from './as.ts';

/** Kape Tayo, where Tess works, and its first reward. */
const KAPE_TAYO = 1;
const KAPENG_BARAKO = '1';

/** The first bytes of a PNG of 8 by 8 pixels. */
const PNG = new Uint8Array([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 8, 0, 0, 0, 8],
]);

const form = {
  ...EMPTY_REWARD_FORM,
  title: '  Second cup free ',
  stampsNeeded: '6',
  dateStart: '2026-01-01T00:00',
};

async function signIn({ email }: DemoPerson): Promise<void> {
  await sendCode(email, ORIGIN, 'No code was sent.');
  const code = (await backend()).mail(email).at(-1)?.code ?? '';
  await verifyCode(email, code, 'The code was refused.');
}

const titlesShown = (): string[] => {
  const shown = $rewards.get();
  return shown.status === 'ready' ? shown.value.map(({ title }) => title) : [];
};

async function rewardsOfKapeTayo() {
  const { data } = await operator
    .from('rewards')
    .select()
    .eq('store_id', KAPE_TAYO)
    .order('id')
    .throwOnError();
  return data;
}

beforeAll(async () => {
  await freshData();
  setPlatform(memoryPlatform('/rewards', ORIGIN));
  vi.stubGlobal('fetch', send);
  await startSession();
});

afterAll(() => {
  vi.unstubAllGlobals();
  setPlatform(browserPlatform);
});

beforeEach(async () => {
  await freshData();
  $rewardForm.set({ fields: { ...form }, busy: false, error: null });
});

describe('a member of a store', () => {
  beforeEach(() => signIn(tess));

  test('a member’s new reward clears the form and reloads the list', async () => {
    const before = await rewardsOfKapeTayo();
    await submitRewardForm();
    const added = (await rewardsOfKapeTayo()).at(-1);
    expect(added).toMatchObject({
      store_id: KAPE_TAYO,
      title: 'Second cup free',
      stamps_needed: 6,
      date_end: null,
      photo: null,
    });
    expect(Date.parse(added?.date_start ?? '')).toBe(Date.parse('2026-01-01T00:00Z'));
    expect(await rewardsOfKapeTayo()).toHaveLength(before.length + 1);
    expect($rewardForm.get()).toEqual({
      fields: EMPTY_REWARD_FORM,
      busy: false,
      error: null,
    });
    expect(titlesShown()).toContain('Second cup free');
  });

  test('a reward saved without a number of stamps needs ten', async () => {
    fillRewardForm({ stampsNeeded: '' });
    await submitRewardForm();
    expect((await rewardsOfKapeTayo()).at(-1)).toMatchObject({ stamps_needed: 10 });
  });

  test('a reward saves the address of its photo', async () => {
    fillRewardForm({ photo: ' https://example.com/cup.webp ' });
    await submitRewardForm();
    expect((await rewardsOfKapeTayo()).at(-1)?.photo).toBe('https://example.com/cup.webp');
  });

  test('a photo is uploaded under a random name, public and cached for an hour', async () => {
    const bytes = new Uint8Array([...PNG, 1, 2, 3]);
    fillRewardForm({ photo: new File([bytes], '../../Cup of Mine.JPG', { type: 'image/jpeg' }) });
    await submitRewardForm();
    expect($rewardForm.get().error).toBe(null);
    const photo = (await rewardsOfKapeTayo()).at(-1)?.photo ?? '';
    expect(photo).toMatch(
      new RegExp(`^${ORIGIN}/storage/v1/object/public/rewards/uploads/[\\w-]+\\.png$`),
    );
    const shown = await send(photo);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('cache-control')).toContain('max-age=3600');
  });

  test('a member sees why a file is no photo, and no reward is created', async () => {
    const before = await rewardsOfKapeTayo();
    fillRewardForm({ photo: new File(['<script>'], 'cup.png', { type: 'image/png' }) });
    await submitRewardForm();
    expect($rewardForm.get().error).toBe(
      'Please choose a photo: a PNG, JPEG, WebP, GIF or AVIF file.',
    );
    expect($rewardForm.get().fields.title).toBe(form.title);
    expect(await rewardsOfKapeTayo()).toEqual(before);
  });

  test('a member’s change to a reward reloads the list', async () => {
    await saveReward(KAPENG_BARAKO);
    expect((await rewardsOfKapeTayo())[0]).toMatchObject({
      id: 1,
      title: 'Second cup free',
      stamps_needed: 6,
    });
    expect(titlesShown()).toContain('Second cup free');
  });

  test('a member’s removal of a reward reloads the list', async () => {
    const [first, ...others] = await rewardsOfKapeTayo();
    await removeReward(KAPENG_BARAKO);
    expect(await rewardsOfKapeTayo()).toEqual(others);
    expect(titlesShown().length).toBeGreaterThan(0);
    expect(titlesShown()).not.toContain(first?.title);
  });

  test('a member sees the backend’s reason for refusing a reward', async () => {
    fillRewardForm({ dateEnd: '2025-12-31' });
    await submitRewardForm();
    expect($rewardForm.get().error).toMatch(/violates check constraint "rewards_end_after_start"/);
  });
});

describe.each([
  ['a customer', ana],
  ['a member of another store', mario],
])('%s', (who, person) => {
  beforeEach(() => signIn(person));

  test(`${who} cannot change a reward of the store`, async () => {
    const before = await rewardsOfKapeTayo();
    await saveReward(KAPENG_BARAKO);
    expect($rewardForm.get().error).toBe('Unable to update reward.');
    expect(await rewardsOfKapeTayo()).toEqual(before);
  });

  test(`${who} cannot remove a reward of the store`, async () => {
    const before = await rewardsOfKapeTayo();
    await removeReward(KAPENG_BARAKO);
    expect($rewardForm.get().error).toBe('Unable to delete reward.');
    expect(await rewardsOfKapeTayo()).toEqual(before);
  });

  test(`${who} cannot add a reward to the store`, async () => {
    const before = await rewardsOfKapeTayo();
    await submitRewardForm();
    expect(await rewardsOfKapeTayo()).toEqual(before);
  });
});

describe('a customer', () => {
  beforeEach(() => signIn(ana));

  test('a customer sees the backend’s reason for refusing a new reward', async () => {
    await submitRewardForm();
    expect($rewardForm.get().error).toBe(
      'new row violates row-level security policy for table "rewards"',
    );
    expect($rewardForm.get().fields.title).toBe(form.title);
  });

  test('a customer cannot upload a photo', async () => {
    fillRewardForm({ photo: new File([PNG], 'cup.png', { type: 'image/png' }) });
    await submitRewardForm();
    expect($rewardForm.get().error).toBe('new row violates row-level security policy');
  });
});

test('a signed-out visitor is told to sign in', async () => {
  await signIn(tess);
  await (await loadAuthModule()).auth.signOut();
  const before = await rewardsOfKapeTayo();
  await submitRewardForm();
  expect($rewardForm.get().error).toBe('You must be signed in to create rewards.');
  await saveReward(KAPENG_BARAKO);
  expect($rewardForm.get().error).toBe('Unable to update reward.');
  await removeReward(KAPENG_BARAKO);
  expect($rewardForm.get().error).toBe('Unable to delete reward.');
  expect(await rewardsOfKapeTayo()).toEqual(before);
});
