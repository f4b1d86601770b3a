import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ana, mario, tess } from '../../local-backend/people.ts';
import { anonymous, as, type Client, freshData, ORIGIN, operator, send, sql } from './as.ts';
import { changeReward, changeStore, dismiss, hire, MGA_HALO, removeAccount } from './counter.ts';

beforeEach(freshData);

/** The first bytes of a PNG; what follows does not matter to a bucket. */
const PNG = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], {
  type: 'image/png',
});
const OTHER = new Blob(['another'], { type: 'image/png' });

const bucket = (client: Client) => client.storage.from('rewards');

/** Uploads as the app does (docs/product.md#calls). */
const upload = (client: Client, name: string, content: Blob = PNG) =>
  bucket(client).upload(name, content, { cacheControl: '3600', upsert: true });

const CUP = 'uploads/cup.png';
const publicUrl = (name: string) => bucket(anonymous).getPublicUrl(name).data.publicUrl;
const shown = async () => (await send(publicUrl(CUP))).text();

const replaces = async (person: typeof tess) =>
  (await upload(await as(person), CUP, OTHER)).error === null;

/** This person can't replace the photo, remove it or move it. */
async function expectOutOfReach(person: typeof tess) {
  const photos = bucket(await as(person));
  expect(await replaces(person)).toBe(false);
  expect((await photos.remove([CUP])).data).toEqual([]);
  expect((await photos.move(CUP, 'uploads/mine.png')).error).not.toBeNull();
  expect(await shown()).not.toBe('another');
}

test('a member uploads a photo that is public at its address', async () => {
  const { error } = await upload(await as(tess), CUP);
  expect(error).toBeNull();
  expect(publicUrl(CUP)).toBe(`${ORIGIN}/storage/v1/object/public/rewards/uploads/cup.png`);
  const response = await send(publicUrl(CUP));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toContain('max-age=3600');
  expect(await response.bytes()).toEqual(await PNG.bytes());
});

test('an uploaded photo cannot be moved to a name that uploads may not have', async () => {
  const photos = bucket(await as(tess));
  await upload(await as(tess), CUP);
  for (const name of ['uploads/cup.html', 'cup.png', 'elsewhere/cup.png']) {
    expect((await photos.move(CUP, name)).error).not.toBeNull();
    expect((await photos.copy(CUP, name)).error).not.toBeNull();
  }
  expect((await photos.move(CUP, 'uploads/mug.png')).error).toBeNull();
  expect((await send(publicUrl('uploads/mug.png'))).status).toBe(200);
});

describe('a store’s photo', () => {
  test('can be replaced only by the store’s members, and nobody else learns whose it is', async () => {
    await upload(await as(tess), 'uploads/mug.png');
    // A moved photo stays with its store.
    await bucket(await as(tess)).move('uploads/mug.png', CUP);
    await expectOutOfReach(mario);
    for (const client of [anonymous, await as(ana), await as(mario)]) {
      const { error } = await client.from('reward_photos' as never).select();
      expect(['PGRST205', '42P01', '42501']).toContain(error?.code);
      expect((await bucket(client).list('uploads')).data).toEqual([]);
    }
    expect(await replaces(tess)).toBe(true);
    await hire(mario);
    expect(await replaces(mario)).toBe(true);
    expect(await shown()).toBe('another');
  });

  test('can’t be replaced by someone who left the store, wherever they work now', async () => {
    await upload(await as(tess), CUP);
    await dismiss(tess);
    await expectOutOfReach(tess);
    await hire(tess, MGA_HALO);
    await expectOutOfReach(tess);
  });

  test('stays with both stores if its uploader works in two', async () => {
    await hire(tess, MGA_HALO);
    await upload(await as(tess), CUP);
    await dismiss(tess);
    await expectOutOfReach(tess);
    // A member of only one of them can't replace it either.
    await expectOutOfReach(mario);
  });
});

describe('the limits on photos', () => {
  /** So many files of a person, recorded as the storage service does. */
  const store = (person: typeof tess | null, name: string, count = 1) =>
    sql(
      `insert into storage.objects (bucket_id, name, owner_id)
        select 'rewards', 'uploads/' || $2 || '-' || number || '.png', $1
          from generate_series(1, $3::int) as number`,
      [person?.id ?? null, name, count],
    );
  const aDayLater = () =>
    sql(`update private.reward_photos set uploaded_at = uploaded_at - interval '25 hours'`);
  const files = async () => (await sql('select from storage.objects')).length;
  const unused = async () => {
    const { data } = await operator.rpc('unused_photos').throwOnError();
    return data.map(({ name }) => name);
  };
  const TOO_MANY =
    'Your store has uploaded 50 photos within a day that no reward shows. Please use one of them, or go on tomorrow.';

  test('fifty of 53 uploads in a row are kept, and the others are refused with a sentence', async () => {
    const client = await as(tess);
    const answers = [];
    for (let number = 1; number <= 53; number++) {
      answers.push(await upload(client, `uploads/${number}.png`));
    }
    expect(answers.slice(0, 50).filter(({ error }) => error)).toEqual([]);
    const refusals = answers.slice(50).map(({ error }) => error?.message);
    expect([...new Set(refusals)]).toEqual([TOO_MANY]);
    expect(await files()).toBe(50);
    // A photo that is there may be replaced, and another store has its own limit.
    expect((await upload(client, 'uploads/7.png')).error).toBeNull();
    expect((await upload(await as(mario), 'uploads/halo.png')).error).toBeNull();
  });

  test('the daily limit counts no photo that a reward shows, and none from over a day ago', async () => {
    await store(tess, 'cup', 50);
    await expect(store(tess, 'mug')).rejects.toThrow(TOO_MANY);
    const photo = publicUrl('uploads/cup-1.png');
    const reward = { title: 'Cup', stamps_needed: 5, photo };
    await (await as(mario)).from('rewards').insert(reward).throwOnError();
    await expect(store(tess, 'mug')).rejects.toThrow(TOO_MANY);
    await (await as(tess)).from('rewards').insert(reward).throwOnError();
    await store(tess, 'mug');
    await expect(store(tess, 'pot')).rejects.toThrow(TOO_MANY);
    await aDayLater();
    await store(tess, 'pot', 50);
  });

  test('a store has six hundred at most, until some are removed', async () => {
    for (let day = 1; day <= 12; day++) {
      await store(tess, `day-${day}`, 50);
      await aDayLater();
    }
    await expect(store(tess, 'more')).rejects.toThrow(
      'Your store has 600 photos, and there is no room for more. Please remove rewards that are over, and go on in a few days.',
    );
    await bucket(operator).remove(['uploads/day-1-1.png']);
    await store(tess, 'more');
    await expect(store(tess, 'again')).rejects.toThrow('there is no room for more');
    // Someone who works in two stores has the room of both, in all and on a day.
    await hire(tess, MGA_HALO);
    await store(tess, 'both', 99);
    await expect(store(tess, 'again')).rejects.toThrow('has uploaded 100 photos within a day');
  });

  test('an upload begun as a member can’t be finished after leaving', async () => {
    await dismiss(tess);
    await expect(store(tess, 'late')).rejects.toThrow('You do not work in a store any more');
    await removeAccount(tess);
    await expect(store(tess, 'late')).rejects.toThrow('Your account does not exist any more.');
    // Photos of the operator have no limit.
    await store(null, 'logo', 60);
  });

  test('a replacement begun as a member can’t be finished after leaving either', async () => {
    /** Replaces the file as the storage service records it. */
    const replace = (person: typeof tess | null) =>
      sql(
        `insert into storage.objects (bucket_id, name, owner_id, version)
          values ('rewards', 'uploads/cup-1.png', $1, 'new')
          on conflict (bucket_id, name) do update set version = excluded.version`,
        [person?.id ?? null],
      );
    await store(tess, 'cup');
    await replace(tess);
    await dismiss(tess);
    const LATE = 'You do not work in the store of this photo any more';
    await expect(replace(tess)).rejects.toThrow(LATE);
    await hire(tess, MGA_HALO);
    await expect(replace(tess)).rejects.toThrow(LATE);
    await replace(null);
    await bucket(operator).remove(['uploads/cup-1.png']);
    await store(tess, 'cup');
  });

  test('a photo that nothing shows after a day is unused', async () => {
    for (const name of ['reward', 'event', 'logo', 'receipt', 'typed', 'forgotten']) {
      await store(tess, name);
    }
    await store(null, 'operator');
    const addressOf = (name: string) => publicUrl(`uploads/${name}-1.png`);
    const photo = (name: string) => ({ photo: addressOf(name) });
    await changeReward(photo('reward'));
    await operator.from('events').update(photo('event')).eq('id', 1).throwOnError();
    await changeStore({ logo_url: addressOf('logo') });
    await sql('update public.redemptions set reward_photo = $1', [addressOf('receipt')]);
    // The address of the service that resizes has another form.
    const resized =
      'https://project.example/storage/v1/render/image/public/rewards/uploads/typed-1.png?width=400';
    await changeReward({ photo: resized }, 2);
    expect(await unused()).toEqual([]);
    await aDayLater();
    expect(await unused()).toEqual(['uploads/forgotten-1.png']);
    await operator.from('rewards').delete().eq('id', 2).throwOnError();
    expect(await unused()).toEqual(['uploads/typed-1.png', 'uploads/forgotten-1.png']);
  });
});

test('a photo of each type is accepted, but only of the type that its name says', async () => {
  const client = await as(tess);
  for (const [name, type, other] of [
    ['cup.png', 'image/png', 'image/jpeg'],
    ['cup.jpg', 'image/jpeg', 'image/png'],
    ['cup.jpeg', 'image/jpeg', 'image/png'],
    ['cup.webp', 'image/webp', 'image/gif'],
    ['cup.gif', 'image/gif', 'image/avif'],
    ['cup.avif', 'image/avif', 'image/webp'],
  ] as const) {
    const put = (kind: string) =>
      upload(client, `uploads/${name}`, new Blob(['photo'], { type: kind }));
    expect.soft((await put(other)).error, name).not.toBeNull();
    expect.soft((await send(publicUrl(`uploads/${name}`))).status, name).toBe(400);
    expect.soft((await put(type)).error, name).toBeNull();
  }
});

test('the database refuses a length beyond 5 MB, whatever the bucket says', async () => {
  const insert = (size: number) =>
    sql(
      `insert into storage.objects (bucket_id, name, metadata)
          values ('rewards', $1, $2)`,
      [`uploads/${size}.png`, JSON.stringify({ mimetype: 'image/png', size })],
    );
  await expect(insert(5 * 1024 * 1024 + 1)).rejects.toThrow('maximum allowed size');
  await insert(5 * 1024 * 1024);
});

test('a signed-out visitor and a customer cannot upload', async () => {
  for (const client of [anonymous, await as(ana)]) {
    expect((await upload(client, CUP)).error?.message).toMatch(/row-level security/);
  }
});

test('an upload in someone else’s name does not reveal whether that account exists', async () => {
  for (const owner of [tess.id, crypto.randomUUID()]) {
    await sql('begin');
    try {
      await sql(
        `select set_config('request.jwt.claim.sub', $1, true), set_config('role', 'authenticated', true)`,
        [ana.id],
      );
      const insert = sql(
        `insert into storage.objects (bucket_id, name, owner_id) values ('rewards', 'uploads/a.png', $1)`,
        [owner],
      );
      await expect(insert).rejects.toThrow('row-level security policy for table "objects"');
    } finally {
      await sql('rollback');
    }
  }
});

test('a project’s other buckets keep their own rules, and no member brings anything there', async () => {
  const { storage } = operator;
  expect((await storage.createBucket('other')).error).toBeNull();
  const other = storage.from('other');
  onTestFinished(async () => {
    await storage.emptyBucket('other');
    expect((await storage.deleteBucket('other')).error).toBeNull();
  });
  await upload(await as(tess), CUP);
  // Files of the same name come and go there, of any type.
  for (const act of [() => other.move(CUP, 'uploads/moved.txt'), () => other.remove([CUP])]) {
    const file = new Blob(['notes'], { type: 'text/plain' });
    expect((await other.upload(CUP, file)).error).toBeNull();
    expect((await act()).error).toBeNull();
    expect(await replaces(tess)).toBe(true);
  }
  const member = await as(tess);
  for (const { error } of [
    await member.storage.from('other').upload(CUP, PNG),
    await bucket(member).move(CUP, CUP, { destinationBucket: 'other' }),
  ]) {
    expect(error?.message).toMatch(/row-level security/);
  }
});

test('an upload under an odd name is refused', async () => {
  for (const name of [
    'cup.png',
    'elsewhere/cup.png',
    'uploads/.png',
    'uploads/cup.html',
    'uploads/cup.png.html',
    'uploads/a b.png',
  ]) {
    expect.soft((await upload(await as(tess), name)).error, name).not.toBeNull();
    expect.soft((await send(publicUrl(name))).status, name).toBe(400);
  }
});

test('an upload that is no photo is refused', async () => {
  for (const type of ['text/html', 'image/svg+xml', '', 'text/html; charset=utf-8, image/png']) {
    const content = new Blob(['<script>alert(1)</script>'], { type });
    expect
      .soft((await upload(await as(tess), 'uploads/a.png', content)).error, type)
      .not.toBeNull();
    expect.soft((await send(publicUrl('uploads/a.png'))).status, type).toBe(400);
  }
});

test('no client can create, change, empty or remove a bucket', async () => {
  await upload(await as(tess), 'uploads/cup.png');
  for (const client of [anonymous, await as(ana), await as(tess)]) {
    const { storage } = client;
    expect((await storage.createBucket('mine', { public: true })).error).not.toBeNull();
    const opened = { public: true, allowedMimeTypes: null, fileSizeLimit: null };
    expect((await storage.updateBucket('rewards', opened)).error).not.toBeNull();
    await storage.emptyBucket('rewards');
    expect((await storage.deleteBucket('rewards')).error).not.toBeNull();
  }
  expect((await send(publicUrl('uploads/cup.png'))).status).toBe(200);
});
