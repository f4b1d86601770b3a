/** The site as its host gives it: each address is asked for once, however many checks look at it. */
import { type Answer, ask } from '../ask.ts';
import type { Context } from '../context.ts';

export interface Site extends Context {
  site: string;
  /** The answer to a path of the site, as a browser asks for a page. */
  get: (path: string) => Promise<Answer>;
}

export function openSite(context: Context, site: string): Site {
  const asked = new Map<string, Promise<Answer>>();
  const get = (path: string) => {
    const answer = asked.get(path) ?? ask(context, site + path, { headers: { accept: ACCEPT } });
    asked.set(path, answer);
    return answer;
  };
  return { ...context, site, get };
}

/** A host may change only what it takes for a page of a browser. */
const ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.8';

/** The files with a hash in their name that a page loads at once. */
export const hashedScripts = ({ text }: Answer): string[] => [
  ...new Set([...text.matchAll(/\/_astro\/[\w.-]+\.js/g)].map(([path]) => path)),
];

/** Which file says what a host has to do. */
export const HOST_FILES =
  'dist/_headers and dist/_redirects (Netlify, Cloudflare), deploy/vercel.json, or deploy/nginx.conf';
