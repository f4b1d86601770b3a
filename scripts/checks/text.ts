/**
 * Whatever people read or hear stands in src/lib/text: no other source holds a sentence, each of the
 * catalogue is used, every language has what the first one has, and docs/texts.md lists them all.
 * With --write the list is written anew.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { asCommand, conclude, filesBelow } from '../command.ts';
import { exportsOf, type Sentence, sentencesOf, tableOf } from './catalogue.ts';
import { shownTexts } from './shown-text.ts';

const CATALOGUE = 'src/lib/text/';
const FIRST = `${CATALOGUE}en/`;
const LIST = 'docs/texts.md';

type Files = ReadonlyMap<string, string>;

/** Sentences outside of the catalogue. */
export const strayProblems = (files: Files): string[] =>
  [...files].flatMap(([file, source]) =>
    file.startsWith(CATALOGUE)
      ? []
      : shownTexts(file, source).map(
          ({ line, text }) => `${file}:${line}: ‘${text}’ belongs into ${FIRST}.`,
        ),
  );

/** Whether a source takes a sentence of a room; a room that is handed on as a whole gives all. */
function takes(source: string, room: string, name: string): boolean {
  if (!new RegExp(`(?:#text|\\.)/${room}'`).test(source)) return false;
  const alias = new RegExp(`\\* as (\\w+) from '#text/${room}'`).exec(source)?.[1];
  const isWhole = alias !== undefined && new RegExp(`[ (]\\{${alias}\\}`).test(source);
  return isWhole || new RegExp(`\\b${name}\\b`).test(source);
}

/** Sentences that nothing shows. */
export function unusedProblems(files: Files): string[] {
  const rooms = [...files].filter(([file]) => file.startsWith(FIRST));
  return rooms.flatMap(([file, source]) => {
    const room = file.slice(FIRST.length);
    const others = [...files].filter(([other]) => other !== file);
    const saysItself = (name: string) => source.split(new RegExp(`\\b${name}\\b`)).length > 2;
    return exportsOf(file, source)
      .filter((name) => !saysItself(name) && !others.some(([, text]) => takes(text, room, name)))
      .map((name) => `${file} says ${name} to nobody.`);
  });
}

/** What a language lacks of the first one. */
export function missingProblems(files: Files): string[] {
  const languages = new Set(
    [...files.keys()]
      .filter((file) => file.startsWith(CATALOGUE))
      .map((file) => file.slice(CATALOGUE.length).split('/'))
      .flatMap(([language, room]) =>
        room === undefined || language === 'en' ? [] : (language ?? []),
      ),
  );
  const rooms = [...files].filter(([file]) => file.startsWith(FIRST));
  return [...languages].flatMap((language) =>
    rooms.flatMap(([file, source]) => {
      const other = file.replace(FIRST, `${CATALOGUE}${language}/`);
      const there = exportsOf(other, files.get(other) ?? '');
      return exportsOf(file, source)
        .filter((name) => !there.includes(name))
        .map((name) => `${other} lacks ${name}.`);
    }),
  );
}

async function sources(): Promise<Files> {
  const files = (await filesBelow('src')).filter((file) =>
    /(?<!\.d|\.types)\.(tsx?|astro)$/.test(file),
  );
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
}

await asCommand(import.meta.main, async () => {
  const files = await sources();
  const sentences: Sentence[] = [...files]
    .filter(([file]) => file.startsWith(FIRST))
    .flatMap(([file, source]) => sentencesOf(file, source));
  const list = tableOf(sentences);
  if (process.argv.includes('--write')) await writeFile(LIST, list);
  const written = await readFile(LIST, 'utf8').catch(() => '');
  const problems = [...strayProblems(files), ...unusedProblems(files), ...missingProblems(files)];
  if (written !== list) problems.push(`${LIST} is older than the catalogue: npm run texts.`);
  conclude(problems, `${sentences.length} sentences, all of them in ${FIRST} and in ${LIST}.`);
});
