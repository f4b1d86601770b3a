/**
 * Runs Lighthouse and reads its report. Lighthouse is no dependency: npm fetches this exact version
 * when it is run.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const LIGHTHOUSE_VERSION = '13.5.0';

/** What is read of Lighthouse's own report. */
export interface LighthouseReport {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>;
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(errors))));
  });
}

/** One run over one address, mobile, as Lighthouse's own settings have it. */
export async function lighthouse(
  url: string,
  options: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<LighthouseReport> {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-lighthouse-'));
  const report = join(folder, 'report.json');
  try {
    await run(
      'npm',
      [
        'exec',
        '--yes',
        `--package=lighthouse@${LIGHTHOUSE_VERSION}`,
        '--',
        'lighthouse',
        url,
        '--output=json',
        `--output-path=${report}`,
        '--no-enable-error-reporting',
        ...options,
      ],
      { ...process.env, ...env },
    );
    return JSON.parse(await readFile(report, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A figure of the report; NaN, which keeps no limit, where it has none. */
export const figure = ({ audits }: LighthouseReport, name: string): number =>
  audits[name]?.numericValue ?? Number.NaN;
