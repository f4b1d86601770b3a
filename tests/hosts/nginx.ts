/** The system's nginx, with the rules of deploy/nginx.conf and as little else as it needs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginxFile } from '../../scripts/hosts/files.ts';
import { serve } from '../../scripts/server/http-server.ts';
import type { Handler } from '../../scripts/server/static-site.ts';

const around = (folder: string, port: number) => `
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
    include ${folder}/rules.conf;
  }
}
`;

/** @param folder holds the built site as `site`, and has room next to it */
export async function nginx(
  folder: string,
  basePath: string,
): Promise<{ handler: Handler; stop(): Promise<unknown> }> {
  // A free port.
  const { port, close } = await serve(async () => new Response(), 0);
  await close();
  writeFileSync(join(folder, 'rules.conf'), nginxFile(basePath));
  writeFileSync(join(folder, 'nginx.conf'), around(folder, port));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  const child = spawn('/usr/sbin/nginx', args, { stdio: 'inherit' });
  const origin = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('nginx ended.');
  }
  return {
    handler: async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('accept-encoding', 'identity');
      headers.delete('host');
      return fetch(origin + pathname + search, {
        method: request.method,
        headers,
        redirect: 'manual',
      });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
