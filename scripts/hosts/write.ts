/**
 * `npm run hosts`: writes the files that hold rules into deploy/, as scripts/hosts/rules.ts has them;
 * a test looks whether they are. The two that belong into the site are written with each build.
 * Where `SITE_URL` has a path, nginx.conf is for a site below it.
 */
import { writeFile } from 'node:fs/promises';
import { readBasePath } from '../build/settings.ts';
import { asCommand } from '../command.ts';
import { nginxFile, tillNginxFile, vercelFile } from './files.ts';

const FILES: Readonly<Record<string, () => string>> = {
  'vercel.json': vercelFile,
  'nginx.conf': () => nginxFile(readBasePath()),
  'nginx-till.conf': tillNginxFile,
};

await asCommand(import.meta.main, async () => {
  for (const [name, write] of Object.entries(FILES)) await writeFile(`deploy/${name}`, write());
});
