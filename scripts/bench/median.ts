/** NaN of nothing, and wherever one of the values is no number: such a run proves nothing. */
export function median(values: readonly number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
