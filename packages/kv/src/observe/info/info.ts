/** INFO: which sections, in the reference's order, and their text. */
import type { Server } from '../../server.ts';
import {
  commandstatsSection,
  errorstatsSection,
  keyspaceSection,
  latencystatsSection,
} from './command-sections.ts';
import type { Section } from './field.ts';
import { memorySection } from './memory-section.ts';
import { persistenceSection } from './persistence-section.ts';
import { replicationSection } from './replication-section.ts';
import { clientsSection, clusterSection, cpuSection, serverSection } from './server-section.ts';
import { debugSection, statsSection } from './stats-section.ts';

interface Entry {
  readonly name: string;
  readonly title: string;
  /** In plain INFO. */
  readonly byDefault: boolean;
  readonly fields: Section;
}

const entry = (title: string, byDefault: boolean, fields: Section): Entry => ({
  name: title.toLowerCase(),
  title,
  byDefault,
  fields,
});

export class Info {
  private readonly entries: Entry[] = [
    entry('Server', true, serverSection),
    entry('Clients', true, clientsSection),
    entry('Memory', true, memorySection),
    entry('Persistence', true, persistenceSection),
    entry('Stats', true, statsSection),
    entry('Replication', true, replicationSection),
    entry('CPU', true, cpuSection),
    entry('Modules', true, () => []),
    entry('Commandstats', false, commandstatsSection),
    entry('Errorstats', true, errorstatsSection),
    entry('Latencystats', false, latencystatsSection),
    entry('Cluster', true, clusterSection),
    entry('Keyspace', true, keyspaceSection),
  ];

  constructor(private readonly server: Server) {}

  /** Lets the owner of a part tell its section itself. */
  replace(name: string, fields: Section): void {
    const at = this.entries.findIndex((e) => e.name === name);
    this.entries[at] = { ...(this.entries[at] as Entry), fields };
  }

  /** The text for the sections asked for; unknown ones are left out. */
  text(asked: readonly string[]): string {
    const wanted = new Set(asked.map((name) => name.toLowerCase()));
    const all = wanted.has('all') || wanted.has('everything');
    const byDefault = asked.length === 0 || wanted.has('default');
    if (wanted.has('module_list')) wanted.add('modules');
    const chosen = this.entries.filter(
      (e) => all || wanted.has(e.name) || (byDefault && e.byDefault),
    );
    // The only section that 'everything' does not include.
    if (wanted.has('debug')) chosen.push(entry('Debug', false, debugSection));
    return chosen.map((e) => this.section(e)).join('\r\n');
  }

  private section({ title, fields }: Entry): string {
    let text = `# ${title}\r\n`;
    for (const [name, value] of fields(this.server)) text += `${name}:${value}\r\n`;
    return text;
  }
}
