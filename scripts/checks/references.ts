/**
 * Every reference leads somewhere: a path or `docs/product.md#redirects` in a comment, a link in a
 * document to a file or a heading of this repository, and a path in a document's `code`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { asCommand, conclude, filesBelow } from '../command.ts';

/** What the references may lead to. */
export interface Targets {
  files: ReadonlySet<string>;
  /** The headings of each document, as anchors. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

const CODE = /\.(tsx?|mjs|astro|css|sql)$/;
const FOLDERS = [
  ...['.github', 'docs', 'local-backend', 'mutation', 'pictures', 'public', 'scripts', 'src'],
  ...['supabase', 'tests'],
];
/** The screen that docs/add-a-screen.md invents. */
const INVENTED = /coupons/i;
/** Citations of documents that are not in the repository. */
const ELSEWHERE = /\bdecisions: [A-Z]|\bspecification, section|\(section \d/;

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '');

/** The anchors that GitHub gives to the headings; a repeated heading gets a number. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(markdown).matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}

function targetProblem(path: string, anchor: string | undefined, targets: Targets): string | null {
  const isFolder = [...targets.files].some((file) =>
    file.startsWith(`${path.replace(/\/$/, '')}/`),
  );
  if (!targets.files.has(path) && !isFolder) return `${path} does not exist`;
  if (anchor === undefined || targets.anchors.get(path)?.has(anchor)) return null;
  return `${path} has no heading #${anchor}`;
}

const COMMENT = /^\s*(\/?\*|\/\/|--)|\s\/\/\s/;
const REFERENCE =
  /(?<![\w/.-])((?:docs|src|scripts|tests|local-backend|supabase|public)\/[\w./-]+\.\w+)(?:#([\w-]+))?/g;

/** References in the comments of a source: written from the root of the repository. */
export const sourceProblems = (file: string, source: string, targets: Targets): string[] =>
  source.split('\n').flatMap((line, index) => {
    if (!COMMENT.test(line)) return [];
    const problems = [...line.matchAll(REFERENCE)].map(([, path = '', anchor]) =>
      targetProblem(path, anchor, targets),
    );
    if (ELSEWHERE.test(line)) problems.push('cites a document that is not in the repository');
    return problems.flatMap((problem) =>
      problem === null ? [] : [`${file}:${index + 1}: ${problem}`],
    );
  });

const LINK = /\]\((?!\w+:)([^)\s]*)\)|(?:src|href)="(?!\w+:)([^"]*)"/g;
const PATH = /`((?:[\w.-]+\/)*[\w.-]*)`/g;

/** The path in a document's `code`, where it names a file or a folder of this repository. */
function pathProblem(path: string, { files }: Targets): string | null {
  const [top = ''] = path.split('/');
  const isPath = FOLDERS.includes(top) && path.includes('/');
  if (INVENTED.test(path)) return null;
  if (!isPath && !/\.(tsx?|astro|css|sql|md)$/.test(path)) return null;
  const whole = path.replace(/\/$/, '');
  const found = [...files].some((file) =>
    isPath
      ? file === whole || file.startsWith(`${whole}/`)
      : file === whole || file.endsWith(`/${whole}`),
  );
  return found ? null : `\`${path}\` names no file`;
}

/** References in a document: links are relative to it, paths begin anywhere in the repository. */
export function documentProblems(file: string, markdown: string, targets: Targets): string[] {
  const text = withoutCode(markdown);
  const links = [...text.matchAll(LINK)].map(([, link, attribute]) => {
    const [path = '', anchor] = decodeURI(link ?? attribute ?? '').split('#');
    const whole = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
    return targetProblem(whole, anchor, targets);
  });
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => pathProblem(path, targets));
  return [...links, ...paths].flatMap((problem) => (problem === null ? [] : `${file}: ${problem}`));
}

async function repositoryFiles(): Promise<string[]> {
  const root = await readdir('.', { withFileTypes: true });
  const atRoot = root.filter((entry) => entry.isFile()).map(({ name }) => name);
  const below = (await Promise.all(FOLDERS.map(filesBelow))).flat();
  return [...atRoot, ...below.filter((file) => !file.includes('node_modules/'))];
}

await asCommand(import.meta.main, async () => {
  const files = await repositoryFiles();
  const read = async (pattern: RegExp) =>
    new Map(
      await Promise.all(
        files
          .filter((file) => pattern.test(file))
          .map(async (file) => [file, await readFile(file, 'utf8')] as const),
      ),
    );
  const [documents, sources] = await Promise.all([read(/\.md$/), read(CODE)]);
  const targets: Targets = {
    files: new Set(files),
    anchors: new Map([...documents].map(([file, text]) => [file, anchorsOf(text)])),
  };
  const problems = [
    ...[...documents].flatMap(([file, text]) => documentProblems(file, text, targets)),
    ...[...sources].flatMap(([file, text]) => sourceProblems(file, text, targets)),
  ];
  conclude(
    problems,
    `The references of ${sources.size} sources and ${documents.size} documents lead somewhere.`,
  );
});
