/**
 * Events that took longer than latency-monitor-threshold: for each kind of event the worst of every
 * second, the last 160 of them, and the worst of all time.
 */
import { sparkline } from './sparkline.ts';

const HISTORY = 160;
const GRAPH_COLUMNS = 80;
const GRAPH_ROWS = 4;

export interface LatencySample {
  /** Seconds since the epoch. */
  readonly time: number;
  milliseconds: number;
}

export class LatencySeries {
  /** Oldest first. */
  readonly samples: LatencySample[] = [];
  worst = 0;

  add(time: number, milliseconds: number): void {
    if (milliseconds > this.worst) this.worst = milliseconds;
    const last = this.samples.at(-1);
    if (last?.time === time) {
      if (milliseconds > last.milliseconds) last.milliseconds = milliseconds;
      return;
    }
    this.samples.push({ time, milliseconds });
    if (this.samples.length > HISTORY) this.samples.shift();
  }

  /** Average, mean deviation from it, and the seconds that the samples span. */
  analysis(now: number): { average: number; deviation: number; period: number } {
    const n = this.samples.length;
    if (n === 0) return { average: 0, deviation: 0, period: 0 };
    const sum = this.samples.reduce((total, s) => total + s.milliseconds, 0);
    const average = Math.trunc(sum / n);
    const off = this.samples.reduce((total, s) => total + Math.abs(average - s.milliseconds), 0);
    const first = this.samples[0] as LatencySample;
    return { average, deviation: Math.trunc(off / n), period: Math.max(1, now - first.time) };
  }
}

function ago(seconds: number): string {
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.trunc(seconds / 60)}m`;
  if (seconds < 86400) return `${Math.trunc(seconds / 3600)}h`;
  return `${Math.trunc(seconds / 86400)}d`;
}

export class LatencyMonitor {
  readonly events = new Map<string, LatencySeries>();

  constructor(private readonly now: () => number = () => Math.floor(Date.now() / 1000)) {}

  /** Notes an event that took this long; the caller has compared it with the threshold. */
  add(event: string, milliseconds: number): void {
    let series = this.events.get(event);
    if (!series) {
      series = new LatencySeries();
      this.events.set(event, series);
    }
    series.add(this.now(), Math.trunc(milliseconds));
  }

  /** Forgets one kind of event, or all; returns how many were forgotten. */
  reset(event?: string): number {
    if (event === undefined) {
      const n = this.events.size;
      this.events.clear();
      return n;
    }
    const lower = event.toLowerCase();
    let n = 0;
    for (const name of this.events.keys()) {
      if (name.toLowerCase() === lower && this.events.delete(name)) n++;
    }
    return n;
  }

  /** LATENCY GRAPH; null when there are no samples. */
  graph(event: string): string | null {
    const series = this.events.get(event);
    if (!series) return null;
    const now = this.now();
    const values = series.samples.map((s) => s.milliseconds);
    const samples = series.samples.map((s) => ({
      value: s.milliseconds,
      label: ago(now - s.time),
    }));
    const head = `${event} - high ${Math.max(...values)} ms, low ${Math.min(...values)} ms (all time high ${series.worst} ms)\n`;
    return `${head}${'-'.repeat(GRAPH_COLUMNS)}\n${sparkline(samples, GRAPH_COLUMNS, GRAPH_ROWS)}`;
  }
}
