/** Counts what the repository weighs, of what git tracks: `npx node scripts/weight.ts`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PICTURES = /\.(png|ico|jpe?g|webp|woff2)$/;
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const read = (file: string) => readFileSync(file, 'utf8');
const linesOf = (pattern: RegExp) =>
  files
    .filter((file) => pattern.test(file) && !PICTURES.test(file) && !file.endsWith('-lock.json'))
    .reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const words = files
  .filter((file) => file.endsWith('.md'))
  .reduce((sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length, 0);

console.table({
  'tracked files': files.length,
  'lines, without lock files': linesOf(/./),
  'lines of tests per line of src': Number((linesOf(/^tests\//) / linesOf(/^src\//)).toFixed(2)),
  'lines of scripts': linesOf(/^scripts\//),
  'words in *.md': words,
  'commands of package.json': Object.keys(JSON.parse(read('package.json')).scripts).length,
});
