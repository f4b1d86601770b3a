/** Netlify, played with its own readers of `_headers` and `_redirects`: a file goes before a rule. */
import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import type { Handler } from '../../scripts/server/static-site.ts';
import { readFiles } from './files.ts';

interface Redirect {
  from: string;
  to: string;
  status: number;
}

interface Header {
  forRegExp: RegExp;
  values: Record<string, string>;
}

const REVALIDATED: [string, string] = ['cache-control', 'public,max-age=0,must-revalidate'];

export async function netlify(folder: string): Promise<Handler> {
  const files = await readFiles(folder);
  const headers = await parseAllHeaders({
    headersFiles: [`${folder}/_headers`],
    configHeaders: [],
    minimal: false,
  });
  const rules = await parseAllRedirects({
    redirectsFiles: [`${folder}/_redirects`],
    configRedirects: [],
    minimal: false,
  });
  const errors = [...headers.errors, ...rules.errors];
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const redirects = rules.redirects as Redirect[];

  const rewritten = (path: string) => {
    const rule = redirects.find(({ from }) => path.startsWith(from.replace(/\*$/, '')));
    if (rule && rule.status !== 200) throw new Error(`A rule that is not played: ${rule.from}`);
    return rule ? files.find(rule.to) : null;
  };
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = decodeURI(pathname);
    const page = path.replace(/\/$/, '');
    if (page !== path && files.find(page) === `${page}.html`) {
      return new Response(null, { status: 301, headers: { location: page + search } });
    }
    const found = files.find(path) ?? rewritten(path);
    const sent = (headers.headers as Header[]).flatMap(({ forRegExp, values }) =>
      forRegExp.test(path) ? Object.entries(values) : [],
    );
    return files.answer(found ?? '/404.html', found ? 200 : 404, [REVALIDATED, ...sent]);
  };
}
