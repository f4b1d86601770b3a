/** The hosts whose own programs run here: nginx of the system, and Cloudflare's local server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Program, startProgram } from './process.ts';

/** `nginx.conf` within the least that nginx needs around it. */
const nginxAround = (folder: string, port: number) => `
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
    include ${resolve('nginx.conf')};
  }
}
`;

/** @param folder holds the built site as `site`, and has room beside it */
export function nginx(folder: string, port: number): Promise<Program> {
  const file = join(folder, 'whole.conf');
  writeFileSync(file, nginxAround(folder, port));
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
