import { beforeEach, describe, expect, test } from 'vitest';
import { ana, mario, tess } from '../people.ts';
import { anonymous, as, backend, type Client, freshData, ORIGIN, operator, send } from './as.ts';

beforeEach(freshData);

/** The first bytes of a PNG; what follows does not matter to a bucket. */
const PNG = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], {
  type: 'image/png',
});

const bucket = (client: Client) => client.storage.from('rewards');

/** As the app uploads (docs/product.md#calls). */
const upload = (client: Client, name: string, content: Blob = PNG) =>
  bucket(client).upload(name, content, { cacheControl: '3600', upsert: true });

const publicUrl = (name: string) => bucket(anonymous).getPublicUrl(name).data.publicUrl;

test('a member uploads a photo that is public at its address', async () => {
  const { error } = await upload(await as(tess), 'uploads/cup.png');
  expect(error).toBeNull();
  expect(publicUrl('uploads/cup.png')).toBe(
    `${ORIGIN}/storage/v1/object/public/rewards/uploads/cup.png`,
  );
  const response = await send(publicUrl('uploads/cup.png'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toContain('max-age=3600');
  expect(await response.bytes()).toEqual(await PNG.bytes());
});

test('a member replaces a photo of their own', async () => {
  await upload(await as(tess), 'uploads/cup.png');
  const other = new Blob(['another'], { type: 'image/png' });
  expect((await upload(await as(tess), 'uploads/cup.png', other)).error).toBeNull();
  const response = await send(publicUrl('uploads/cup.png'));
  expect(await response.text()).toBe('another');
});

test('a member cannot replace or remove another member’s photo', async () => {
  await upload(await as(tess), 'uploads/cup.png');
  const client = await as(mario);
  const other = new Blob(['another'], { type: 'image/png' });
  expect((await upload(client, 'uploads/cup.png', other)).error).not.toBeNull();
  expect((await bucket(client).remove(['uploads/cup.png'])).data).toEqual([]);
  expect((await bucket(client).move('uploads/cup.png', 'uploads/mine.png')).error).not.toBeNull();
  expect(await (await send(publicUrl('uploads/cup.png'))).bytes()).toEqual(await PNG.bytes());
});

test('an uploaded photo cannot be moved to a name that uploads may not have', async () => {
  const client = await as(tess);
  await upload(client, 'uploads/cup.png');
  for (const name of ['uploads/cup.html', 'cup.png', 'elsewhere/cup.png']) {
    expect((await bucket(client).move('uploads/cup.png', name)).error).not.toBeNull();
    expect((await bucket(client).copy('uploads/cup.png', name)).error).not.toBeNull();
  }
  expect((await bucket(client).move('uploads/cup.png', 'uploads/mug.png')).error).toBeNull();
  expect((await send(publicUrl('uploads/mug.png'))).status).toBe(200);
});

test('a former member cannot replace their photo', async () => {
  await upload(await as(tess), 'uploads/cup.png');
  await operator.from('store_members').delete().eq('user_id', tess.id);
  const other = new Blob(['another'], { type: 'image/png' });
  expect((await upload(await as(tess), 'uploads/cup.png', other)).error).not.toBeNull();
  expect(await (await send(publicUrl('uploads/cup.png'))).bytes()).toEqual(await PNG.bytes());
});

describe('whose a photo is', () => {
  const other = new Blob(['another'], { type: 'image/png' });
  const work = (person: typeof tess, store_id: number) =>
    operator.from('store_members').insert({ user_id: person.id, store_id });
  const leave = (person: typeof tess, store_id: number) =>
    operator.from('store_members').delete().match({ user_id: person.id, store_id });
  const replaced = async () => (await send(publicUrl('uploads/cup.png'))).text();

  test('a colleague replaces a photo of their common store', async () => {
    await upload(await as(tess), 'uploads/cup.png');
    await work(mario, 1);
    expect((await upload(await as(mario), 'uploads/cup.png', other)).error).toBeNull();
    expect(await replaced()).toBe('another');
  });

  test('a person who left the store replaces nothing of it, wherever they work now', async () => {
    await upload(await as(tess), 'uploads/cup.png');
    await work(tess, 2);
    await leave(tess, 1);
    expect((await upload(await as(tess), 'uploads/cup.png', other)).error).not.toBeNull();
    expect((await bucket(await as(tess)).remove(['uploads/cup.png'])).data).toEqual([]);
    const moved = await bucket(await as(tess)).move('uploads/cup.png', 'uploads/mine.png');
    expect(moved.error).not.toBeNull();
    expect(await replaced()).not.toBe('another');
  });

  test('a photo uploaded by a member of two stores stays with both', async () => {
    await work(tess, 2);
    await upload(await as(tess), 'uploads/cup.png');
    await leave(tess, 1);
    expect((await upload(await as(tess), 'uploads/cup.png', other)).error).not.toBeNull();
    // Nor does a member of only one of them replace it.
    expect((await upload(await as(mario), 'uploads/cup.png', other)).error).not.toBeNull();
  });

  test('a moved photo stays with its store', async () => {
    await upload(await as(tess), 'uploads/mug.png');
    await bucket(await as(tess)).move('uploads/mug.png', 'uploads/cup.png');
    await work(mario, 1);
    expect((await upload(await as(mario), 'uploads/cup.png', other)).error).toBeNull();
    await leave(tess, 1);
    await work(tess, 2);
    expect((await upload(await as(tess), 'uploads/cup.png')).error).not.toBeNull();
  });

  test('members of other stores and customers learn nothing of whose the photos are', async () => {
    await upload(await as(tess), 'uploads/cup.png');
    for (const client of [anonymous, await as(ana), await as(mario)]) {
      const { error } = await client.from('reward_photos' as never).select();
      expect(['PGRST205', '42P01', '42501']).toContain(error?.code);
    }
  });
});

describe('how many photos there may be', () => {
  const query = async (sql: string, values: unknown[] = []) => (await backend()).query(sql, values);

  /** So many files of a person, as the storage service notes them down. */
  const store = (person: typeof tess | null, name: string, count = 1) =>
    query(
      `insert into storage.objects (bucket_id, name, owner_id)
        select 'rewards', 'uploads/' || $2 || '-' || number || '.png', $1
          from generate_series(1, $3::int) as number`,
      [person?.id ?? null, name, count],
    );
  const aDayLater = () =>
    query(`update private.reward_photos set uploaded_at = uploaded_at - interval '25 hours'`);
  const files = async () => (await query('select from storage.objects')).length;
  const unused = async () => {
    const { data } = await operator.rpc('unused_photos').throwOnError();
    return data.map(({ name }) => name);
  };
  const TOO_MANY =
    'Your store has uploaded 50 photos within a day that no reward shows. Please use one of them, or go on tomorrow.';

  test('of 53 uploads in a row fifty are kept, and the others refused in words', async () => {
    const client = await as(tess);
    const answers = [];
    for (let number = 1; number <= 53; number++) {
      answers.push(await upload(client, `uploads/${number}.png`));
    }
    expect(answers.slice(0, 50).filter(({ error }) => error)).toEqual([]);
    const refusals = answers.slice(50).map(({ error }) => error?.message);
    expect([...new Set(refusals)]).toEqual([TOO_MANY]);
    expect(await files()).toBe(50);
    // One that is there may be replaced, and another store has its own room.
    expect((await upload(client, 'uploads/7.png')).error).toBeNull();
    expect((await upload(await as(mario), 'uploads/halo.png')).error).toBeNull();
  });

  test('a photo that a reward shows makes room, and so does a day', async () => {
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
  });

  test('an upload that was begun as a member is not ended as none', async () => {
    await operator.from('store_members').delete().eq('user_id', tess.id);
    await expect(store(tess, 'late')).rejects.toThrow('You do not work in a store any more');
    await query('delete from auth.users where id = $1', [tess.id]);
    await expect(store(tess, 'late')).rejects.toThrow('Your account does not exist any more.');
    // An operator's own are theirs to count.
    await store(null, 'logo', 60);
  });

  test('unused is what nothing shows a day later', async () => {
    const shown = ['reward', 'event', 'logo', 'receipt'];
    for (const name of [...shown, 'typed', 'forgotten']) await store(tess, name);
    await store(null, 'operator');
    const addressOf = (name: string) => publicUrl(`uploads/${name}-1.png`);
    const photo = (name: string) => ({ photo: addressOf(name) });
    await operator.from('rewards').update(photo('reward')).eq('id', 1).throwOnError();
    await operator.from('events').update(photo('event')).eq('id', 1).throwOnError();
    await operator
      .from('stores')
      .update({ logo_url: addressOf('logo') })
      .eq('id', 1)
      .throwOnError();
    await query('update public.redemptions set reward_photo = $1', [addressOf('receipt')]);
    // Through the service that resizes, at an address of another form.
    const resized =
      'https://project.example/storage/v1/render/image/public/rewards/uploads/typed-1.png?width=400';
    await operator.from('rewards').update({ photo: resized }).eq('id', 2).throwOnError();
    expect(await unused()).toEqual([]);
    await aDayLater();
    expect(await unused()).toEqual(['uploads/forgotten-1.png']);
    await operator.from('rewards').delete().eq('id', 2).throwOnError();
    expect(await unused()).toEqual(['uploads/typed-1.png', 'uploads/forgotten-1.png']);
  });

  test('nobody but the operator asks for them', async () => {
    for (const client of [anonymous, await as(ana), await as(tess)]) {
      expect((await client.rpc('unused_photos')).error?.code).toBe('42501');
    }
  });
});

test('a photo of another type than its name says is refused', async () => {
  for (const [name, type] of [
    ['cup.png', 'image/jpeg'],
    ['cup.jpg', 'image/png'],
    ['cup.webp', 'image/gif'],
    ['cup.gif', 'image/avif'],
    ['cup.avif', 'image/webp'],
  ] as const) {
    const photo = new Blob(['photo'], { type });
    expect
      .soft((await upload(await as(tess), `uploads/${name}`, photo)).error, name)
      .not.toBeNull();
    expect.soft((await send(publicUrl(`uploads/${name}`))).status, name).toBe(400);
  }
});

test('a photo of each type is taken', async () => {
  for (const [name, type] of [
    ['cup.png', 'image/png'],
    ['cup.jpg', 'image/jpeg'],
    ['cup.jpeg', 'image/jpeg'],
    ['cup.webp', 'image/webp'],
    ['cup.gif', 'image/gif'],
    ['cup.avif', 'image/avif'],
  ] as const) {
    const photo = new Blob(['photo'], { type });
    expect.soft((await upload(await as(tess), `uploads/${name}`, photo)).error, name).toBeNull();
  }
});

test('the database refuses a length beyond 5 MB, whatever the bucket says', async () => {
  const owner = await backend();
  const insert = (size: number) =>
    owner.query(
      `insert into storage.objects (bucket_id, name, metadata)
          values ('rewards', $1, $2)`,
      [`uploads/${size}.png`, JSON.stringify({ mimetype: 'image/png', size })],
    );
  await expect(insert(5 * 1024 * 1024 + 1)).rejects.toThrow('maximum allowed size');
  await insert(5 * 1024 * 1024);
});

test('a signed-out visitor cannot upload', async () => {
  expect((await upload(anonymous, 'uploads/a.png')).error?.message).toMatch(/row-level security/);
});

test('a customer cannot upload', async () => {
  expect((await upload(await as(ana), 'uploads/a.png')).error?.message).toMatch(
    /row-level security/,
  );
});

test('who uploads in another’s name does not learn whether there is such an account', async () => {
  const { query } = await backend();
  for (const owner of [tess.id, crypto.randomUUID()]) {
    await query('begin');
    try {
      await query(
        `select set_config('request.jwt.claim.sub', $1, true), set_config('role', 'authenticated', true)`,
        [ana.id],
      );
      const insert = query(
        `insert into storage.objects (bucket_id, name, owner_id) values ('rewards', 'uploads/a.png', $1)`,
        [owner],
      );
      await expect(insert).rejects.toThrow('row-level security policy for table "objects"');
    } finally {
      await query('rollback');
    }
  }
});

test('an upload under an odd name is refused', async () => {
  for (const name of [
    'cup.png',
    'elsewhere/cup.png',
    'uploads/deeper/cup.png',
    'uploads/.png',
    'uploads/cup.svg',
    'uploads/cup.html',
    'uploads/cup.png.html',
    'uploads/cup.PNG.js',
    'uploads/cup',
    'uploads/a b.png',
  ]) {
    expect.soft((await upload(await as(tess), name)).error, name).not.toBeNull();
    expect.soft((await send(publicUrl(name))).status, name).toBe(400);
  }
});

test('an upload that is no photo is refused', async () => {
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/javascript',
    'text/plain',
    '',
    'text/html; charset=utf-8, image/png',
  ]) {
    const content = new Blob(['<script>alert(1)</script>'], { type });
    expect
      .soft((await upload(await as(tess), 'uploads/a.png', content)).error, type)
      .not.toBeNull();
    expect.soft((await send(publicUrl('uploads/a.png'))).status, type).toBe(400);
  }
});

test('signed-out visitors, customers and other members cannot list the bucket', async () => {
  await upload(await as(tess), 'uploads/cup.png');
  for (const client of [anonymous, await as(ana), await as(mario)]) {
    expect((await bucket(client).list('uploads')).data).toEqual([]);
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
