import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../../../src/till/backend.ts', () => ({}));

const buzzed = vi.fn();
const sounded = vi.fn();

class Context {
  state = 'suspended';
  currentTime = 0;
  async resume() {
    this.state = 'running';
  }
  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (next: unknown) => next, start: () => {} };
    return { ...tone, stop: () => sounded() };
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    return { gain, connect: () => {} };
  }
}

const said = (tone: 'success' | 'info') => ({ tone, customer: 'Ana', words: () => [] });

/** As the till begins, with what the device has kept. */
async function follow() {
  vi.resetModules();
  const serving = await import('../../../src/till/serving.ts');
  const signals = await import('../../../src/till/signals.ts');
  return { ...serving, ...signals, stop: signals.followServing() };
}

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('navigator', { vibrate: buzzed });
});
afterEach(() => void vi.unstubAllGlobals());

test('yes and no are felt, and heard once the page was touched', async () => {
  const { $said, $serving, stop } = await follow();
  $said.set(said('success'));
  expect(buzzed.mock.calls).toEqual([[[80]]]);
  expect(sounded).not.toHaveBeenCalled();
  dispatchEvent(new Event('pointerdown'));
  $said.set(said('success'));
  expect(sounded).toHaveBeenCalledTimes(2);
  for (const no of [
    () => $said.set(said('info')),
    () => $serving.set({ step: 'scanning', problem: 'No code.' }),
  ]) {
    buzzed.mockClear();
    no();
    expect(buzzed.mock.calls).toEqual([[[120, 80, 120]]]);
  }
  buzzed.mockClear();
  $said.set(null);
  $serving.set({ step: 'scanning', problem: null });
  stop();
  $said.set(said('success'));
  expect(buzzed).not.toHaveBeenCalled();
});

test('each is switched off by itself, and stays so on the device', async () => {
  const before = await follow();
  before.turn('vibration', false);
  before.stop();
  const { $said, turn, stop } = await follow();
  dispatchEvent(new Event('pointerdown'));
  $said.set(said('success'));
  expect([buzzed.mock.calls.length, sounded.mock.calls.length]).toEqual([0, 2]);
  turn('vibration', true);
  turn('sound', false);
  $said.set(said('success'));
  expect([buzzed.mock.calls.length, sounded.mock.calls.length]).toEqual([1, 2]);
  stop();
});

test('a device that can do neither offers neither', async () => {
  vi.stubGlobal('AudioContext', undefined);
  vi.stubGlobal('navigator', {});
  const { $said, $switches, stop } = await follow();
  expect($switches).toEqual({ sound: null, vibration: null });
  $said.set(said('success'));
  stop();
});
