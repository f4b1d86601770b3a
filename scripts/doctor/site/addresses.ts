/** Whether every page has its address, and no other address has a page. */
import { routes } from '../../../src/lib/routes.ts';
import { type Answer, described, isPage } from '../ask.ts';
import { type Finding, ok, toMend } from '../finding.ts';
import { HOST_FILES, type Site } from './open.ts';

const WITH_ID = [routes.store.path, routes.viewEvent.path];

/** Nobody has a page of this name. */
const NOWHERE = '/no-such-page-of-stampcard';

const titleOf = ({ text }: Answer) => /<title>([^<]*)/.exec(text)?.[1] ?? '';

export async function checkRoutes(site: Site): Promise<Finding[]> {
  return [await pages(site), ...(await deepLinks(site)), await notFound(site)];
}

async function pages(site: Site): Promise<Finding> {
  const what = 'pages';
  const paths = Object.values(routes).map(({ path }) => path);
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, answer: await site.get(path) })),
  );
  const wrong = answers.filter(({ answer }) => answer.status !== 200 || !isPage(answer));
  if (wrong.length === 0) return ok(what, `all ${paths.length} answer`);
  const found = wrong.map(({ path, answer }) => `${path}: ${whither(answer)}`).join('; ');
  return toMend(
    what,
    found,
    `Publish all of dist/, and have the host serve home.html as /home, without a slash at its end: see ${HOST_FILES}.`,
  );
}

const whither = (answer: Answer) => {
  const target = answer.headers.get('location');
  return target ? `leads to ${target}` : described(answer);
};

/** A store's page has its id in the address: one file for all of them. */
async function deepLinks(site: Site): Promise<Finding[]> {
  return Promise.all(
    WITH_ID.map(async (path) => {
      const what = `deep link ${path}/1`;
      const [answer, page, lost] = await Promise.all(
        [`${path}/1`, path, NOWHERE].map((address) => site.get(address)),
      );
      if (!answer || !page || !lost) throw new Error('Three were asked.');
      if (answer.status === 200 && titleOf(answer) === titleOf(page)) return ok(what, 'answers');
      // Of ours, which leads on (src/scripts/not-found.ts).
      const leadsOn = answer.text === lost.text && answer.text.includes('location.replace');
      if (answer.status === 404 && leadsOn) {
        return ok(what, '404.html answers and leads on, as on a host that reads no rules');
      }
      return toMend(
        what,
        answer.status === 200 ? `answers with “${titleOf(answer)}”` : whither(answer),
        `Every address below ${path}/ is to answer with ${path}.html: see ${HOST_FILES}.`,
      );
    }),
  );
}

async function notFound(site: Site): Promise<Finding> {
  const what = 'unknown addresses';
  const answer = await site.get(NOWHERE);
  if (answer.status === 404 && isPage(answer)) return ok(what, '404, with a page');
  return toMend(
    what,
    answer.status === 404 ? '404, without our page' : whither(answer),
    `They are to answer with 404.html and the status 404: see ${HOST_FILES}. An option like “single-page application” is to be off.`,
  );
}
