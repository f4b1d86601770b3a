/**
 * `npm run hosts`: writes the files that hosts read beside package.json, and with --check says which
 * of them are not as scripts/hosts/rules.ts has them. The two that belong into the site are written
 * with each build.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { asCommand, conclude } from '../command.ts';
import { cloudflareFile, netlifyFile, nginxFile, vercelFile } from './files.ts';

const FILES: Readonly<Record<string, () => string>> = {
  'vercel.json': vercelFile,
  'netlify.toml': netlifyFile,
  'wrangler.jsonc': cloudflareFile,
  'nginx.conf': nginxFile,
};

await asCommand(import.meta.main, async () => {
  const entries = Object.entries(FILES);
  if (!process.argv.includes('--check')) {
    for (const [name, write] of entries) await writeFile(name, write());
    return;
  }
  const found = await Promise.all(
    entries.map(async ([name, write]) => {
      const text = await readFile(name, 'utf8').catch(() => '');
      return text === write() ? [] : [`${name} is not as the rules have it: npm run hosts.`];
    }),
  );
  conclude(found.flat(), `${entries.length} files for hosts, all as the rules have them.`);
});
