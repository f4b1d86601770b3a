import { expect, test } from 'vitest';
import { type HeldOut, seen } from '../../../src/till/scanner.ts';

/** [second, what is read, whether somebody is there for it] */
type Sighting = [at: number, content: string, isFree?: false];

test.each<[what: string, sightings: Sighting[], taken: string[]]>([
  [
    'held out still, it starts once',
    [
      [0, 'Ana'],
      [1.9, 'Ana'],
      [3.8, 'Ana'],
      [5.7, 'Ana'],
    ],
    ['Ana'],
  ],
  [
    'it starts again when it comes back',
    [
      [0, 'Ana'],
      [2, 'Ana'],
    ],
    ['Ana', 'Ana'],
  ],
  [
    'the next one starts at once',
    [
      [0, 'Ana'],
      [0.1, 'Ben'],
    ],
    ['Ana', 'Ben'],
  ],
  [
    'held out meanwhile, it starts as soon as somebody is there for it',
    [
      [0, 'Ana'],
      [0.1, 'Ben', false],
      [0.2, 'Ben', false],
      [0.3, 'Ben'],
      [0.4, 'Ben'],
    ],
    ['Ana', 'Ben'],
  ],
  [
    'with another one seen in between it starts once',
    [
      [0, 'Ana'],
      [0.2, 'a poster'],
      [0.4, 'Ana'],
      [0.6, 'a poster'],
    ],
    ['Ana', 'a poster'],
  ],
])('of a code: %s', (_what, sightings, expected) => {
  const taken: string[] = [];
  let heldOut: HeldOut = new Map();
  for (const [at, content, isFree = true] of sightings) {
    const take = () => isFree && taken.push(content) > 0;
    heldOut = seen(heldOut, content, { now: at * 1000, take });
  }
  expect(taken).toEqual(expected);
});
