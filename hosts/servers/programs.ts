/** The hosts whose own programs run here: nginx of the system, and Cloudflare's local server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nginxFile } from '../../scripts/hosts/files.ts';
import { type Program, startProgram } from './process.ts';

/** A file of rules within the least that nginx needs around it. */
const nginxAround = (folder: string, port: number, rules: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/site;
    include ${rules};
  }
}
`;

/**
 * @param folder holds the built site as `site`, and has room beside it
 * @param basePath the path within `site` where it stands; what is committed is for none
 */
export function nginx(folder: string, port: number, basePath = ''): Promise<Program> {
  const rules = basePath === '' ? resolve('nginx.conf') : join(folder, 'nginx.conf');
  if (basePath !== '') writeFileSync(rules, nginxFile(basePath));
  const file = join(folder, 'whole.conf');
  writeFileSync(file, nginxAround(folder, port, rules));
  return startProgram('/usr/sbin/nginx', ['-p', folder, '-c', file], port);
}

export function cloudflare(folder: string, port: number): Promise<Program> {
  mkdirSync(join(folder, 'state'), { recursive: true });
  const wrangler = join(import.meta.dirname, '../node_modules/wrangler/bin/wrangler.js');
  return startProgram(
    process.execPath,
    [
      ...[wrangler, 'dev', '--config', resolve('wrangler.jsonc'), '--assets', join(folder, 'site')],
      ...['--ip', '127.0.0.1', '--port', String(port), '--persist-to', join(folder, 'state')],
    ],
    port,
  );
}
