/** MEMORY DOCTOR: what stands out in the memory report. */
import { type MemoryReport, ratio } from './memory.ts';

const MB = 1024 * 1024;
const TOO_SMALL = 5 * MB;
const WORTH_TELLING = 10 * MB;

export interface DoctorFacts {
  readonly clients: number;
  readonly replicas: number;
  readonly cachedScripts: number;
}

export function memoryDoctor(m: MemoryReport, facts: DoctorFacts): string {
  if (m.used < TOO_SMALL) {
    return 'This instance is empty or uses very little memory: there is nothing to diagnose yet.\n';
  }
  const findings: string[] = [];
  if (ratio(m.peak, m.used) > 1.5) {
    findings.push(
      'Peak memory: the instance once used more than 150% of what it uses now. A resident size above the used memory is then expected; freed slabs go back to the system, MEMORY PURGE asks for the rest.',
    );
  }
  if (ratio(m.rss, m.used) > 1.4 && m.rss - m.used > WORTH_TELLING) {
    findings.push(
      'High total RSS: the process holds more than 1.4 times the memory that data and clients use. A past peak explains it, or the fixed needs of the runtime in a small instance.',
    );
  }
  if (ratio(m.active, m.allocated) > 1.1 && m.active - m.allocated > WORTH_TELLING) {
    findings.push(
      'High allocator fragmentation: slabs are held by few live blocks each. It follows a change in the sizes of values and goes away as the old ones are rewritten.',
    );
  }
  if (ratio(m.rss, m.resident) > 1.1 && m.rss - m.resident > WORTH_TELLING) {
    findings.push(
      'High process RSS overhead: memory outside the data arena is large. Scripts, many clients or the runtime itself hold it.',
    );
  }
  if (facts.clients > 0 && m.clientsNormal / facts.clients > 200 * 1024) {
    findings.push(
      'Big client buffers: clients hold more than 200K each on average. CLIENT LIST shows which of them read too slowly or ask for too much at once.',
    );
  }
  if (facts.replicas > 0 && m.clientsReplicas > WORTH_TELLING) {
    findings.push(
      'Big replica buffers: a replica does not keep up. INFO replication shows its delay, CLIENT LIST its buffer.',
    );
  }
  if (facts.cachedScripts > 1000) {
    findings.push(
      'Many scripts: more than 1000 are cached. Pass what changes as KEYS and ARGV instead of generating scripts, or call SCRIPT FLUSH.',
    );
  }
  if (findings.length === 0) return 'No memory problem was found in this instance.\n';
  return `Some things stand out in the memory of this instance:\n\n${findings.map((f) => ` * ${f}\n\n`).join('')}`;
}
