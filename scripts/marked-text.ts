/** What commands write into documents stands between two comments: `<!-- counted: name -->…<!-- /counted -->`. */

/** The text with something else between the marks of this kind and name. */
export function withMarked(text: string, kind: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${kind}: ${name} -->`, `<!-- /${kind} -->`];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (!text.includes(start) || to < 0) throw new Error(`There is no ${start} … ${end}`);
  return text.slice(0, from) + content + text.slice(to);
}
