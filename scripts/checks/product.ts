/**
 * docs/product.md and the tests name the same statements, and every text that the page quotes
 * stands in the sources and in a test. Reads files only; product-map.ts asks what ran.
 */
import { readFile } from 'node:fs/promises';
import { asCommand, conclude, filesBelow } from '../command.ts';
import {
  isSpelled,
  PRODUCT,
  type Product,
  readProduct,
  tagProblems,
  tagsIn,
} from './statements.ts';

async function sourcesBelow(folder: string): Promise<Map<string, string>> {
  const files = (await filesBelow(folder)).filter((file) => /\.(tsx?|astro)$/.test(file));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
}

export const productPage = async (): Promise<Product> =>
  readProduct(await readFile(PRODUCT, 'utf8'));

export async function textProblems({ texts }: Product): Promise<string[]> {
  const [sources, tests] = await Promise.all(
    ['src', 'tests'].map(async (folder) => [...(await sourcesBelow(folder)).values()]),
  );
  return texts.flatMap((text) => [
    ...(isSpelled(text, sources ?? []) ? [] : [`"${text}" stands nowhere in src`]),
    ...(isSpelled(text, tests ?? []) ? [] : [`"${text}" stands in no test`]),
  ]);
}

await asCommand(import.meta.main, async () => {
  const product = await productPage();
  const tests = [...(await sourcesBelow('tests'))].filter(([file]) => /\.(test|spec)\./.test(file));
  const tags = new Map(tests.map(([file, source]) => [file, tagsIn(source)]));
  conclude(
    [...product.problems, ...tagProblems(product, tags), ...(await textProblems(product))],
    `${product.statements.length} statements, each the tag of a test; ` +
      `${product.texts.length} texts to the letter.`,
  );
});
