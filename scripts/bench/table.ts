/** The figures of a bench, before anybody has made text of them. */
export interface Table {
  /** The columns that name a row, at its beginning. */
  names: string[];
  /** The columns of figures. */
  figures: string[];
  rows: string[][];
}

export interface BenchResult {
  tables: Table[];
  /** The limits that figures exceed, in words. */
  problems: string[];
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function markdownOf({ names, figures, rows }: Table): string {
  const rule = `|${'---|'.repeat(names.length)}${'---:|'.repeat(figures.length)}`;
  return [line([...names, ...figures]), rule, ...rows.map(line)].join('\n');
}
