/** Switches a defence off in a file of settings: by the name of a header or of a key. */
import type { FileChange } from '../../tests/defences/defence.ts';

/** The file with other values in the lines that `isMeant` finds; without the line where it is null. */
function withLine(
  text: string,
  name: string,
  isMeant: (line: string, part: string) => boolean,
  to: (line: string) => string | null,
): string {
  let part = '';
  let found = 0;
  const lines = text.split('\n').flatMap((line) => {
    if (/^[[/]/.test(line)) part = line.trim();
    if (!isMeant(line, part)) return [line];
    found += 1;
    return to(line) ?? [];
  });
  if (found !== 1) throw new Error(`${name} stands there ${found} times, and not once`);
  return lines.join('\n');
}

interface Vercel {
  headers: { source: string; headers: { key: string; value: string }[] }[];
}

/** A header that vercel.json sends with every page, with another value. */
export const vercelHeader = (name: string, to: string): FileChange => ({
  file: 'vercel.json',
  off: (text) => {
    const settings: Vercel = JSON.parse(text);
    const every = settings.headers.find(({ source }) => source === '/(.*)')?.headers;
    const own = every?.find(({ key }) => key === name);
    if (!own) throw new Error(`vercel.json sends no ${name} with every page`);
    own.value = to;
    return JSON.stringify(settings);
  },
});

/** A key of supabase/config.toml with another value. */
export const hostedSetting = (part: string, key: string, to: string): FileChange => ({
  file: 'supabase/config.toml',
  off: (text) =>
    withLine(
      text,
      `supabase/config.toml: ${key} of [${part}]`,
      (line, own) => own === `[${part}]` && new RegExp(`^${key}\\s*=`).test(line),
      () => `${key} = ${to}`,
    ),
});
