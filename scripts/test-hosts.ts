/**
 * `npm run test:hosts [name …]`: builds the site and walks it in a browser on nginx and on a plain
 * host of files, at the root of the host and below a path (tests/hosts).
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { asCommand } from './command.ts';

const HOSTS = ['nginx', 'nginx-path', 'pages', 'pages-path'];

function run(command: string, env: NodeJS.ProcessEnv = {}): void {
  execFileSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } });
}

function build(basePath: string): string {
  const folder = `reports/hosts${basePath || '/root'}`;
  run(`npm run build -- ${folder}`, { SITE_URL: `http://localhost:4321${basePath}` });
  return folder;
}

await asCommand(import.meta.main, () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !HOSTS.includes(name));
  if (unknown) throw new Error(`There is no host ${unknown}: ${HOSTS.join(', ')}.`);
  const hosts = named.length > 0 ? named : HOSTS;
  if (hosts.some((name) => name.startsWith('nginx')) && !existsSync('/usr/sbin/nginx')) {
    throw new Error('nginx is not installed: apt-get install nginx-light.');
  }
  const sites = new Map<string, string>();
  for (const name of hosts) {
    const basePath = name.endsWith('-path') ? '/stampcard' : '';
    const site = sites.get(basePath) ?? build(basePath);
    sites.set(basePath, site);
    console.log(`\n── ${name} ──`);
    run('playwright test --config tests/hosts/playwright.config.ts', {
      STAMPCARD_HOST: name,
      STAMPCARD_SITE: site,
    });
  }
});
