import type { Sample } from './report/sample.ts';

/** One line of the result: what was measured, ours beside its peer's where there is one. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: Sample;
  readonly peer?: { readonly name: string; readonly sample: Sample };
  /** Which way is better; a ratio without it cannot be read. */
  readonly better: 'less' | 'more';
}

/** How much time a run may take: enough to see a change, or enough to publish. */
export type Effort = 'quick' | 'full';

/** The measurements of one engine, in a folder of its own. */
export interface Suite {
  readonly name: string;
  /** How it is measured, printed above the figures. */
  readonly method: string;
  /** `progress` is told what is being measured. */
  run(effort: Effort, progress: (what: string) => void): Promise<readonly Row[]>;
}
