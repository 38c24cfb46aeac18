import { existsSync } from 'node:fs';
import { UserError } from '@tandem/common/user-error.ts';
import type { DataDir } from '../data-dir.ts';
import { exitCodes } from '../exit-codes.ts';
import { LogFollower, lastLines } from '../logs/read-log.ts';
import { findService } from '../plan.ts';
import type { Catalogue } from '../services/catalogue.ts';
import { type Command, dataDirOf, dataOption } from './command.ts';

const POLL_MS = 100;
const DEFAULT_LINES = 200;
const MOST_LINES = 1_000_000;

export const logs: Command = {
  spec: () => ({
    name: 'tandem logs',
    summary: 'Print what services wrote to their logs; all of them, or one.',
    positionals: ['[service]'],
    options: [
      { name: 'follow', short: 'f', help: 'Go on printing what is added, until Ctrl-C.' },
      {
        name: 'lines',
        short: 'n',
        value: 'N',
        help: `Begin N lines back (default: ${DEFAULT_LINES}).`,
      },
      dataOption,
    ],
  }),
  run: async (line, catalogue) => {
    const dataDir = dataDirOf(line);
    const names = wantedLogs(line.positionals[0], catalogue, dataDir);
    const count = line.integer('lines', DEFAULT_LINES, 0, MOST_LINES);
    const print = (name: string, text: string) => {
      console.log(names.length === 1 ? text : `${name} | ${text}`);
    };
    // Made before the old lines are read: what is written in between must not be lost.
    const followers = names.map((name) => new LogFollower(dataDir.log(name)));
    for (const name of names) {
      for (const text of lastLines(dataDir.log(name), count)) print(name, text);
    }
    if (!line.flag('follow')) return exitCodes.ok;
    let interrupted = false;
    process.on('SIGINT', () => {
      interrupted = true;
    });
    while (!interrupted) {
      for (const [index, name] of names.entries()) {
        for (const text of followers[index]?.poll() ?? []) print(name, text);
      }
      await Bun.sleep(POLL_MS);
    }
    return exitCodes.ok;
  },
};

function wantedLogs(service: string | undefined, catalogue: Catalogue, dataDir: DataDir): string[] {
  const names =
    service === undefined
      ? catalogue.services.map((descriptor) => descriptor.name)
      : [findService(catalogue, service).name];
  const existing = names.filter((name) => existsSync(dataDir.log(name)));
  if (existing.length > 0) return existing;
  throw new UserError(`There are no logs in ${dataDir.path} yet.`, exitCodes.notRunning);
}
