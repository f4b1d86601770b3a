/** The example of docs/add-a-field.md is a change that can still be made. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { asCommand, conclude } from '../command.ts';

const EXAMPLE = 'docs/examples/add-a-field.diff';

await asCommand(import.meta.main, async () => {
  const problems = await promisify(execFile)('git', ['apply', '--check', EXAMPLE]).then(
    () => [],
    ({ stderr }: { stderr: string }) => [`${EXAMPLE} does not apply: ${stderr.trim()}`],
  );
  conclude(problems, `${EXAMPLE} applies.`);
});
