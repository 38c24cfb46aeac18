import { arch, cpus, release, totalmem, type } from 'node:os';
import { textTable } from '@tandem/common/cli/text-table.ts';
import type { Row } from '../suite.ts';
import type { Sample } from './sample.ts';

/** The machine and runtime that the figures belong to. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${type()} ${release()} ${arch()}, ${cpus().length} × ${first?.model ?? 'unknown cpu'}, ${memory} GiB, Bun ${Bun.version}`;
}

/** Rows as a table: median (least–most) of each sample, and how ours compares. */
export function rowsTable(rows: readonly Row[]): string {
  return textTable([
    ['WHAT', 'OURS', 'PEER', 'RATIO', 'RUNS'],
    ...rows.map((row) => [
      row.what,
      figure(row.ours, row.unit),
      row.peer === undefined ? '-' : `${figure(row.peer.sample, row.unit)} ${row.peer.name}`,
      row.peer === undefined ? '-' : ratio(row.ours, row.peer.sample, row.better),
      String(row.ours.count),
    ]),
  ]);
}

function figure(sample: Sample, unit: string): string {
  const { least, median, most } = sample;
  return `${short(median)} ${unit} (${short(least)}–${short(most)})`;
}

/** Above 1 is better than the peer, whichever way the unit points. */
function ratio(ours: Sample, peer: Sample, better: 'less' | 'more'): string {
  const value = better === 'more' ? ours.median / peer.median : peer.median / ours.median;
  return `${value.toFixed(2)}×`;
}

/** Three digits that matter. */
function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
