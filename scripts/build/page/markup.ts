/** Shapes that hold nothing close themselves: a card of ten stamps is fifty of them. */
const EMPTY_SHAPE = /<(circle|path|rect|use)((?:\s[\w:-]+(?:="[^"]*")?)*)><\/\1>/g;

export const withShortShapes = (html: string): string => html.replace(EMPTY_SHAPE, '<$1$2/>');

const SCOPE = /data-astro-cid-\w+/g;

/** The long marks by which Astro ties styles to a component become short ones, page by page. */
export function withShortScopes(html: string): string {
  const scopes = [...new Set(html.match(SCOPE))];
  return html.replace(SCOPE, (scope) => `data-c${scopes.indexOf(scope).toString(36)}`);
}
