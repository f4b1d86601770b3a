/** The bucket of the rewards' photos: who, what, how large, under which name. */
import { changeIn, type Defence } from './defence.ts';

const bucket = changeIn('supabase/migrations/20251016000600_reward_photos.sql');
const PHOTOS = 'tests/database/reward-photos.test.ts';

const SEE = `using (bucket_id = 'rewards' and owner_id = (select auth.uid())::text);`;
const REPLACE = `for update to authenticated
  using (bucket_id = 'rewards' and owner_id = (select auth.uid())::text)
  with check (
    bucket_id = 'rewards'
    and owner_id = (select auth.uid())::text
    and private.is_reward_photo(name)
    and exists (select private.my_store_ids())
  );`;

export const photos: Defence[] = [
  {
    name: 'a photo has at most 5 MB',
    test: PHOTOS,
    off: [
      bucket(`'rewards', true, 5 * 1024 * 1024,`, `'rewards', true, 50 * 1024 * 1024,`),
      // The backend's own limit, which stands in for the bucket's.
      changeIn('local-backend/create.ts')(`file_size_limit: '5MiB'`, `file_size_limit: '50MiB'`),
    ],
  },
  {
    name: 'the bucket has a limit of its own',
    test: 'tests/database/everywhere.test.ts',
    off: [bucket(`'rewards', true, 5 * 1024 * 1024,`, `'rewards', true, null,`)],
  },
  {
    name: 'a photo is an image',
    test: PHOTOS,
    off: [
      bucket(
        `  array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']\n`,
        'null\n',
      ),
    ],
  },
  {
    name: 'no SVG, which can carry script',
    test: PHOTOS,
    off: [bucket(`array['image/png',`, `array['image/svg+xml', 'image/png',`)],
  },
  {
    name: 'a photo lies under uploads/, with the ending of an image',
    test: PHOTOS,
    off: [
      bucket(
        `object_name ~ '^uploads/[A-Za-z0-9_-]{1,100}\\.(png|jpg|jpeg|webp|gif|avif)$'`,
        'object_name is not null',
      ),
    ],
  },
  {
    name: 'the name is checked when a photo comes',
    test: PHOTOS,
    off: [
      bucket(
        `with check (
    bucket_id = 'rewards'
    and private.is_reward_photo(name)
`,
        `with check (
    bucket_id = 'rewards'
`,
      ),
    ],
  },
  {
    name: 'and when it is renamed',
    test: PHOTOS,
    off: [bucket(REPLACE, REPLACE.replace('and private.is_reward_photo(name)', ''))],
  },
  {
    name: 'only members upload',
    test: PHOTOS,
    off: [
      bucket(
        `    and private.is_reward_photo(name)
    and exists (select private.my_store_ids())
  );

-- Uploading`,
        `    and private.is_reward_photo(name)
  );

-- Uploading`,
      ),
    ],
  },
  {
    name: 'who has left the store replaces nothing',
    test: PHOTOS,
    off: [
      bucket(REPLACE, REPLACE.replace('and exists (select private.my_store_ids())', '')),
      // An upload that replaces is an insert first.
      bucket(
        `    and private.is_reward_photo(name)
    and exists (select private.my_store_ids())
  );

-- Uploading`,
        `    and private.is_reward_photo(name)
  );

-- Uploading`,
      ),
    ],
  },
  {
    name: 'nobody lists other people’s photos',
    test: PHOTOS,
    off: [bucket(SEE, `using (bucket_id = 'rewards');`)],
  },
  {
    name: 'nobody replaces other people’s photos',
    test: PHOTOS,
    off: [
      bucket(SEE, `using (bucket_id = 'rewards');`),
      bucket(REPLACE, REPLACE.replaceAll('owner_id = (select auth.uid())::text', 'true')),
    ],
  },
];
