/**
 * `npm run test:hosts [name …]`: builds the site, puts it on each host that can run or be played
 * here, and walks it in a browser (hosts). A host whose program is missing is an error that
 * names the package.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { asCommand } from './command.ts';

/** Where the built site stands below its host, by host. */
const HOSTS: Readonly<Record<string, string>> = {
  cloudflare: '',
  'cloudflare-path': '/stampcard',
  netlify: '',
  vercel: '',
  nginx: '',
  'nginx-path': '/stampcard',
  pages: '',
  'pages-path': '/stampcard',
};

async function run(command: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}

async function build(basePath: string): Promise<string> {
  const folder = `reports/hosts${basePath || '/root'}`;
  const env = { SITE_URL: `http://localhost:4321${basePath}` };
  await run(`astro build --outDir ${folder}`, env);
  await run(`node scripts/build/after-build.ts ${folder}`, env);
  await run(`node scripts/build/worker.ts ${folder}`, env);
  return folder;
}

await asCommand(import.meta.main, async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in HOSTS));
  if (unknown) throw new Error(`There is no host ${unknown}: ${Object.keys(HOSTS).join(', ')}.`);
  const hosts = named.length > 0 ? named : Object.keys(HOSTS);
  if (hosts.some((name) => name.startsWith('nginx')) && !existsSync('/usr/sbin/nginx')) {
    throw new Error('nginx is not installed: apt-get install nginx-light.');
  }
  await run('npm ci --prefix hosts --no-audit --no-fund');
  const built = new Map<string, string>();
  const failed: string[] = [];
  for (const name of hosts) {
    const basePath = HOSTS[name] ?? '';
    const site = built.get(basePath) ?? (await build(basePath));
    built.set(basePath, site);
    console.log(`\n── ${name} ──`);
    await run('playwright test --config hosts/playwright.config.ts', {
      STAMPCARD_HOST: name,
      STAMPCARD_SITE: site,
    }).catch(() => failed.push(name));
  }
  if (failed.length > 0) throw new Error(`The walk failed on ${failed.join(', ')}.`);
  console.log(`\nThe walk passed on ${hosts.join(', ')}.`);
});
