/** oom-score-adj: which process the kernel ends first when memory runs out. Linux only. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { strerror } from './errno.ts';

const FILE = '/proc/self/oom_score_adj';
const LIMIT = 1000;

export class OomScore {
  /** The score before we changed it; null while it is the system's. */
  private base: number | null = null;

  constructor(
    private readonly config: Config,
    private readonly isReplica: () => boolean,
    private readonly warn: (text: string) => void,
  ) {}

  /** Brings the process's score in line with the configuration and role; false when it cannot. */
  apply(): boolean {
    const { oomScoreAdj, oomScoreAdjValues } = this.config;
    if (oomScoreAdj === 'no') {
      if (this.base === null) return true;
      const { base } = this;
      this.base = null;
      return this.write(base);
    }
    if (this.base === null && !this.read()) return false;
    const [primary, replica] = oomScoreAdjValues;
    const wanted = this.isReplica() ? replica : primary;
    const score = oomScoreAdj === 'absolute' ? wanted : wanted + (this.base ?? 0);
    return this.write(Math.min(LIMIT, Math.max(-LIMIT, score)));
  }

  private read(): boolean {
    try {
      this.base = Number.parseInt(readFileSync(FILE, 'latin1'), 10);
      return true;
    } catch (error) {
      this.warn(`Unable to read oom_score_adj: ${strerror(error)}`);
      return false;
    }
  }

  private write(score: number): boolean {
    try {
      writeFileSync(FILE, `${score}\n`);
      return true;
    } catch (error) {
      this.warn(`Unable to write oom_score_adj: ${strerror(error)}`);
      return false;
    }
  }
}
