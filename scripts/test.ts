/**
 * `npm test`: every check and every test, as many at a time as there are cores for, all of them even if one fails.
 * Shows each step's output when it ends; the last line says how many passed and failed.
 * `npm run check` (argument `check`) leaves the test runners out; `npm test -- check unit` runs the
 * steps of these names, and those they begin after.
 */
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { asCommand, NOT_AT_HAND } from './command.ts';
import { type Counts, chosenSteps, REPORTS, readCounts, type Step } from './testing/steps.ts';

/** A step keeps about two cores busy, and waits now and then. */
const AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));
const COLORS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

interface Outcome extends Counts {
  step: Step;
  seconds: number;
  note: string;
}

async function countsOf({ report }: Step, code: number | null): Promise<Counts & { note: string }> {
  // This machine doesn't have what it needs now; its output says what.
  if (code === NOT_AT_HAND) return { passed: 0, failed: 0, note: 'not checked' };
  const fails = code === 0 ? 0 : 1;
  const check = { passed: 1 - fails, failed: fails };
  return { ...(report === undefined ? check : await readCounts(report, code)), note: '' };
}

/** A step that has the machine to itself shows its output as it comes, others at their end. */
async function runStep(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  if (step.alone) console.log(`\n── ${step.name} ──`);
  const child = spawn(step.command, {
    shell: true,
    stdio: step.alone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_config_loglevel: 'error', ...COLORS },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const counts = await countsOf(step, code);
  const seconds = (performance.now() - startedAt) / 1000;
  if (!step.alone) console.log(`\n── ${step.name} (${seconds.toFixed(1)} s) ──\n${output.trim()}`);
  return { step, seconds, ...counts };
}

async function runAll(steps: readonly Step[]): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const running = new Set<Promise<void>>();
  let queue = [...steps];

  const start = (step: Step) => {
    const done: Promise<void> = runStep(step).then((outcome) => {
      outcomes.set(step.name, outcome);
      running.delete(done);
    });
    running.add(done);
  };
  /** Nothing runs, and whatever still waits does so for this step. */
  const isLast = (step: Step) =>
    running.size === 0 && queue.every((other) => other === step || other.after === step.name);
  const canStart = (step: Step) =>
    (step.after === undefined || outcomes.has(step.after)) && (!step.alone || isLast(step));

  while (queue.length > 0) {
    for (const step of queue.filter(({ after }) => (outcomes.get(after ?? '')?.failed ?? 0) > 0)) {
      const note = `not run: ${step.after} failed`;
      outcomes.set(step.name, { step, seconds: 0, passed: 0, failed: 1, note });
      queue = queue.filter((other) => other !== step);
    }
    const next = queue.find(canStart);
    if (next !== undefined && running.size < AT_ONCE) {
      queue = queue.filter((other) => other !== next);
      start(next);
    } else if (running.size > 0) await Promise.race(running);
  }
  await Promise.all(running);
  return steps.flatMap(({ name }) => outcomes.get(name) ?? []);
}

/** All counts in one, and how many tests have passed in each engine that ran. */
function closingLine(outcomes: readonly Outcome[]): string {
  const sum = (of: keyof Counts) => outcomes.reduce((all, outcome) => all + outcome[of], 0);
  const engines = ['Chromium', 'WebKit', 'Firefox'].flatMap((name) =>
    outcomes
      .filter(({ step, passed, failed }) => step.engine === name && passed + failed > 0)
      .map(({ passed }) => `${name} ${passed}`),
  );
  const inEngines = engines.length > 0 ? ` (${engines.join(', ')})` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${inEngines}`;
}

await asCommand(import.meta.main, async () => {
  const startedAt = performance.now();
  const steps = chosenSteps(process.argv.slice(2));
  await rm(REPORTS, { recursive: true, force: true });
  await mkdir(REPORTS, { recursive: true });
  const outcomes = await runAll(steps);

  console.log('\n── summary ──');
  for (const { step, passed, failed, seconds, note } of outcomes) {
    const figures = `${passed} passed, ${failed} failed`;
    console.log(
      `${step.name.padEnd(16)}${figures.padEnd(26)}${seconds.toFixed(1).padStart(6)} s  ${note}`,
    );
  }
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all\n`);
  if (outcomes.some(({ failed }) => failed > 0)) process.exitCode = 1;
  console.log(closingLine(outcomes));
});
