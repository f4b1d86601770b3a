/** The bucket of the rewards' photos: who, what, how large, under which name. */
import { codeIn } from '../../scripts/defences/code.ts';
import {
  body,
  bucket,
  inFunction,
  policy,
  withoutStatement,
  withoutTrigger,
} from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const PHOTOS = 'tests/database/reward-photos.test.ts';

const OWN = 'owner_id = (select auth.uid())::text';
const HERE = "bucket_id = 'rewards'";
const RIGHT_NAME = 'private.is_reward_photo(name)';
const MEMBER = '(select private.works_in_open_store())';

const ofPhotos = (name: string, rule: string) => policy('storage.objects', name, rule);
const uploading = (...rules: string[]) =>
  ofPhotos('Members of a store upload reward photos', `with check (${rules.join(' and ')})`);
const seeing = (...rules: string[]) =>
  ofPhotos(
    "Members see what they uploaded and their stores' reward photos",
    `using (${rules.join(' and ')})`,
  );
const replacing = (rule: string) => ofPhotos("Members replace their stores' reward photos", rule);

/** Stands behind the types of the bucket. */
const TYPE_BY_NAME = withoutTrigger('storage.objects', 'check_reward_photo');

export const photos: Defence[] = [
  {
    name: 'a photo has at most 5 MB',
    test: PHOTOS,
    off: [
      bucket('rewards', 'file_size_limit = 50 * 1024 * 1024'),
      // The backend's own limit, which stands in for the bucket's.
      codeIn('local-backend/create.ts').answers('createApp.file_size_limit', `'50MiB'`),
    ],
  },
  {
    name: 'the bucket has a limit of its own',
    test: 'tests/database/everywhere.test.ts',
    off: [bucket('rewards', 'file_size_limit = null')],
  },
  {
    name: 'a photo is an image',
    test: PHOTOS,
    off: [bucket('rewards', 'allowed_mime_types = null'), TYPE_BY_NAME],
  },
  {
    name: 'no SVG, which can carry script',
    test: PHOTOS,
    off: [
      bucket('rewards', `allowed_mime_types = array_append(allowed_mime_types, 'image/svg+xml')`),
      TYPE_BY_NAME,
    ],
  },
  {
    name: 'a photo lies under uploads/, with the ending of an image',
    test: PHOTOS,
    off: [body('private.is_reward_photo', 'select object_name is not null')],
  },
  {
    name: 'the name is checked when a photo comes',
    test: PHOTOS,
    off: [uploading(HERE, MEMBER)],
  },
  {
    name: 'and when it is renamed',
    test: PHOTOS,
    off: [replacing(`with check (${HERE} and ${MEMBER})`)],
  },
  {
    name: 'only members upload',
    test: PHOTOS,
    off: [uploading(HERE, RIGHT_NAME)],
  },
  {
    name: 'who has left the store replaces nothing',
    test: PHOTOS,
    tag: 'photos-of-stores',
    off: [replacing(`using (${HERE} and ${OWN})`)],
  },
  {
    name: 'a photo is all the stores’ in which its uploader works',
    test: PHOTOS,
    tag: 'photos-of-stores',
    off: [
      inFunction('private.is_photo_of_my_stores', 'p.store_ids <@ array(', 'p.store_ids && array('),
    ],
  },
  {
    name: 'it is recorded whose a photo is',
    test: PHOTOS,
    tag: 'photos-of-stores',
    off: [withoutTrigger('storage.objects', 'record_reward_photo')],
  },
  {
    name: 'a moved photo stays with its store',
    test: PHOTOS,
    tag: 'photos-of-stores',
    off: [withoutTrigger('storage.objects', 'record_moved_reward_photo')],
  },
  {
    name: 'a photo’s type is what its name says',
    test: PHOTOS,
    tag: 'photo-types',
    off: [TYPE_BY_NAME],
  },
  {
    name: 'a suspended store uploads nothing',
    test: 'tests/database/reward-limits.test.ts',
    off: [inFunction('private.works_in_open_store', 'and not s.suspended', '')],
  },
  {
    name: 'and nobody replaces a photo of it',
    test: 'tests/database/reward-limits.test.ts',
    off: [inFunction('private.is_photo_of_my_stores', 'and not s.suspended', '')],
  },
  {
    name: 'no client lists other people’s photos',
    test: PHOTOS,
    off: [seeing(HERE)],
  },
  {
    name: 'no client replaces other people’s photos',
    test: PHOTOS,
    off: [seeing(HERE), replacing(`using (${HERE})`)],
  },
  ...(
    [
      ['photos of a day that nothing shows have an end', 'if unused >= at_most_unused *'],
      ['and so have all photos of a store', 'if kept >= at_most *'],
    ] as const
  ).map(([name, condition]) => ({
    name,
    test: PHOTOS,
    off: [
      inFunction('private.require_room_for_photo', condition, `if false and ${condition.slice(3)}`),
    ],
  })),
  {
    name: 'uploads at once are counted one after the other',
    test: 'tests/postgres/races.test.ts',
    off: [withoutStatement('private.require_room_for_photo', 'perform pg_advisory_xact_lock(')],
  },
  {
    name: 'who has no account any more ends no upload',
    test: 'tests/database/delete-account.test.ts',
    off: [
      inFunction(
        'private.check_reward_photo',
        "tg_op = 'INSERT' and new.owner_id is not null",
        'false',
      ),
    ],
  },
];
