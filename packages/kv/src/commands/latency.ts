/** LATENCY: events that took long, and how long commands take. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import { latencyReport } from '../observe/latency-doctor.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Command, Handlers } from './spec.ts';

/** The first step of a command's histogram ends here, in nanoseconds; each next one doubles it. */
const FIRST_STEP_NS = 1024;

const HELP: readonly HelpEntry[] = [
  ['DOCTOR', 'Report what was slow and what may help.'],
  ['GRAPH <event>', 'Draw the samples of <event>.'],
  ['HISTORY <event>', 'List the samples of <event>: time and milliseconds.'],
  ['LATEST', 'List the newest sample of every kind of event.'],
  ['RESET [<event> ...]', 'Forget the samples of these kinds of event, or of all.'],
  [
    'HISTOGRAM [COMMAND ...]',
    'Tell how many calls of these commands (or of all) took up to so many microseconds.',
  ],
];

/** A command's histogram, as a name and a map; 0 when it was never called. */
function replyHistogram(c: Client, command: Command): number {
  const { histogram } = command;
  if (histogram === null) return 0;
  const { out } = c;
  out.bulkStr(command.fullName);
  out.map(2);
  out.bulkStr('calls');
  out.int(histogram.total);
  out.bulkStr('histogram_usec');
  const mark = out.mark();
  let steps = 0;
  histogram.cumulative(FIRST_STEP_NS, (upTo, count) => {
    out.int(Math.trunc(upTo / 1000));
    out.int(count);
    steps++;
  });
  out.finishMap(mark, steps);
  return 1;
}

/** A command and its subcommands. */
function family(command: Command): Command[] {
  return [command, ...(command.subcommands?.values() ?? [])];
}

export const latencyCommands: Handlers = {
  'latency|latest'(c) {
    const { events } = c.server.observe.latency;
    c.out.array(events.size);
    for (const [name, series] of events) {
      const last = series.samples.at(-1);
      c.out.array(4);
      c.out.bulkStr(name);
      c.out.int(last?.time ?? 0);
      c.out.int(last?.milliseconds ?? 0);
      c.out.int(series.worst);
    }
  },

  'latency|history'(c, a) {
    const samples = c.server.observe.latency.events.get(a.str(2))?.samples ?? [];
    c.out.array(samples.length);
    for (const { time, milliseconds } of samples) {
      c.out.array(2);
      c.out.int(time);
      c.out.int(milliseconds);
    }
  },

  'latency|graph'(c, a) {
    const graph = c.server.observe.latency.graph(a.str(2));
    c.out.verbatim(graph ?? fail(`ERR No samples available for event '${a.str(2)}'`));
  },

  'latency|doctor'(c) {
    const { observe, config } = c.server;
    c.out.verbatim(latencyReport(observe.latency, config));
  },

  'latency|reset'(c, a) {
    const { latency } = c.server.observe;
    if (a.n === 2) c.out.int(latency.reset());
    else c.out.int(a.strs(2).reduce((n, event) => n + latency.reset(event), 0));
  },

  'latency|histogram'(c, a) {
    const { registry } = c.server;
    const mark = c.out.mark();
    const chosen =
      a.n === 2
        ? registry.commands()
        : a
            .strs(2)
            .map((name) => registry.lookup(name))
            .filter((command) => command !== null);
    let n = 0;
    for (const command of chosen) {
      for (const member of family(command)) n += replyHistogram(c, member);
    }
    c.out.finishMap(mark, n);
  },

  'latency|help'(c, a) {
    replyHelp(c, a, HELP);
  },
};
