/** Draws a row of samples as text, four lines high, with a label below each column. */

export interface Sample {
  readonly value: number;
  readonly label: string;
}

/** Three heights within one character row. */
const LEVELS = '_o#';

function column(sample: Sample, low: number, range: number, rows: number): string {
  const steps = LEVELS.length * rows;
  const step = Math.min(
    steps - 1,
    Math.max(0, Math.trunc(Math.trunc((sample.value - low) * steps) / range)),
  );
  let text = '';
  for (let row = 0; row < rows; row++) {
    const level = step - (rows - row - 1) * LEVELS.length;
    text += level < 0 ? ' ' : level < LEVELS.length ? LEVELS.charAt(level) : '|';
  }
  return `${text} ${sample.label}`;
}

/** Samples beyond `columns` begin a new block. */
export function sparkline(samples: readonly Sample[], columns: number, rows: number): string {
  const values = samples.map((s) => s.value);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const blocks: string[] = [];
  for (let i = 0; i < samples.length; i += columns) {
    const texts = samples.slice(i, i + columns).map((s) => column(s, low, range, rows));
    const height = Math.max(...texts.map((t) => t.length));
    let block = '';
    for (let row = 0; row < height; row++) {
      block += `${texts.map((t) => t.charAt(row) || ' ').join('')}\n`;
    }
    blocks.push(block);
  }
  return blocks.join('\n');
}
