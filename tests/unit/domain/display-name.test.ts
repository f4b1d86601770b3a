// @vitest-environment node
import { expect, test } from 'vitest';
import { displayName, redeemerName } from '../../../src/lib/domain/display-name.ts';
import { person } from './examples.ts';

test.each([
  ['the full name first', {}, 'Ana Reyes', 'Ana Reyes'],
  ['else the display name', { fullName: null }, 'ana', 'ana'],
  ['else the email', { fullName: null, displayName: null }, 'ana@example.com', 'ana@example.com'],
  [
    'else the default, or nothing',
    { fullName: null, displayName: null, email: null },
    'Stampcard User',
    '',
  ],
  ['blanks are no name', { fullName: ' ', displayName: '\t', email: '' }, 'Stampcard User', ''],
  ['a blank falls through', { fullName: '' }, 'ana', 'ana'],
  ['no blanks around a full name', { fullName: ' Ana ' }, 'Ana', 'Ana'],
  ['no blanks around a display name', { fullName: null, displayName: ' ana ' }, 'ana', 'ana'],
  [
    'no blanks around an email',
    { fullName: null, displayName: null, email: ' a@b ' },
    'a@b',
    'a@b',
  ],
  ['right-to-left text stays', { fullName: 'أنا' }, 'أنا', 'أنا'],
])('the display name is chosen: %s', (_, fields, shown, redeeming) => {
  expect(displayName(person(fields))).toBe(shown);
  expect(redeemerName(person(fields))).toBe(redeeming);
});
