// @vitest-environment node
import { expect, test } from 'vitest';
import { type Context, dashboard } from '../../../../scripts/doctor/context.ts';
import { openSite } from '../../../../scripts/doctor/site/open.ts';
import { checkSiteReach } from '../../../../scripts/doctor/site/reach.ts';
import { only, toBeMended } from '../../../to-be-mended.ts';

const PAGE = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

const reached = (plain: () => Response | Promise<Response>) => {
  const fetch = async (address: string) => (address.startsWith('https:') ? PAGE() : plain());
  const context = { fetch, deadlineMs: 50 } as unknown as Context;
  return checkSiteReach(openSite(context, 'https://shop.example'));
};

test('plain http leads to https, or is not answered', async () => {
  const redirect = () =>
    new Response(null, { status: 308, headers: { location: 'https://shop.example/' } });
  const refused = () => Promise.reject(new TypeError('fetch failed'));
  for (const plain of [redirect, refused]) {
    const findings = await reached(plain);
    expect(findings.map(({ status }) => status)).toEqual(['ok', 'ok']);
  }
});

test('a page over plain http is told', async () => {
  expect(toBeMended(await reached(PAGE))).toEqual(
    only('plain http', /HTTP 200 with a web page/, /always use https/),
  );
});

test('a page of the dashboard is that of the project, where its address tells', () => {
  const of = (url: string) => dashboard({ url }, 'auth/providers');
  expect(of('https://abcdefghijklmnopqrst.supabase.co')).toBe(
    'https://supabase.com/dashboard/project/abcdefghijklmnopqrst/auth/providers',
  );
  expect(of('https://api.shop.example')).toContain('/project/_/auth/providers');
});
