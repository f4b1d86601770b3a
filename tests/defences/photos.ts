/** The bucket of the rewards' photos: who, what, how large, under which name. */
import { codeIn } from '../../scripts/defences/code.ts';
import { body, bucket, policy } from '../../scripts/defences/sql.ts';
import type { Defence } from './defence.ts';

const PHOTOS = 'tests/database/reward-photos.test.ts';

const OWN = 'owner_id = (select auth.uid())::text';
const HERE = "bucket_id = 'rewards'";
const RIGHT_NAME = 'private.is_reward_photo(name)';
const MEMBER = 'exists (select private.my_store_ids())';

const ofPhotos = (name: string, rule: string) => policy('storage.objects', name, rule);
const uploading = (...rules: string[]) =>
  ofPhotos('Members of a store upload reward photos', `with check (${rules.join(' and ')})`);
const seeing = (...rules: string[]) =>
  ofPhotos('Members see the reward photos they uploaded', `using (${rules.join(' and ')})`);
const replacing = (rule: string) =>
  ofPhotos('Members replace the reward photos they uploaded', rule);

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
    off: [bucket('rewards', 'allowed_mime_types = null')],
  },
  {
    name: 'no SVG, which can carry script',
    test: PHOTOS,
    off: [
      bucket('rewards', `allowed_mime_types = array_append(allowed_mime_types, 'image/svg+xml')`),
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
    off: [replacing(`with check (${HERE} and ${OWN} and ${MEMBER})`)],
  },
  {
    name: 'only members upload',
    test: PHOTOS,
    off: [uploading(HERE, RIGHT_NAME)],
  },
  {
    name: 'who has left the store replaces nothing',
    test: PHOTOS,
    off: [
      replacing(`with check (${HERE} and ${OWN} and ${RIGHT_NAME})`),
      // An upload that replaces is an insert first.
      uploading(HERE, RIGHT_NAME),
    ],
  },
  {
    name: 'no client lists other people’s photos',
    test: PHOTOS,
    off: [seeing(HERE)],
  },
  {
    name: 'no client replaces other people’s photos',
    test: PHOTOS,
    off: [
      seeing(HERE),
      replacing(`using (${HERE}) with check (${HERE} and ${RIGHT_NAME} and ${MEMBER})`),
    ],
  },
];
