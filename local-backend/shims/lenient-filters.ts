/**
 * Shim: filters that go on behind their end. PostgREST reads a filter as far as it understands it and
 * leaves the rest; lite refuses it. PostgreSQL reads a text up to its first zero byte.
 */
export function readAsFarAsUnderstood(request: Request): Request {
  const url = new URL(request.url);
  const read = [...url.searchParams].map(([name, value]) => [name, understood(name, value)]);
  const query = new URLSearchParams(read as [string, string][]);
  if (query.toString() === url.searchParams.toString()) {
    return request;
  }
  url.search = query.toString();
  return new Request(url, request);
}

function understood(name: string, value: string): string {
  const [text = ''] = value.split('\0');
  const isList = /^(not\.)?(or|and)$/.test(name) || /^(not\.)?in\.\(/.test(text);
  return isList ? text.slice(0, endOfList(text)) : text;
}

/** Behind the bracket that closes the first one; all of it where none does. */
function endOfList(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[()]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ')' && depth === 0) return index + 1;
  }
  return text.length;
}
