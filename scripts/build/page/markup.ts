/** Makes empty shapes self-closing: a card of ten stamps has fifty of them. */
const EMPTY_SHAPE = /<(circle|path|rect|use)((?:\s[\w:-]+(?:="[^"]*")?)*)><\/\1>/g;

export const withShortShapes = (html: string): string => html.replace(EMPTY_SHAPE, '<$1$2/>');

const SCOPE = /data-astro-cid-\w+/g;

/** Shortens the attributes by which Astro scopes styles to a component, page by page. */
export function withShortScopes(html: string): string {
  const scopes = [...new Set(html.match(SCOPE))];
  return html.replace(SCOPE, (scope) => `data-c${scopes.indexOf(scope).toString(36)}`);
}
