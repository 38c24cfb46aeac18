import type { CommandLine, CommandSpec, OptionSpec } from '@tandem/common/cli/command-line.ts';
import { DataDir } from '../data-dir.ts';
import type { Catalogue } from '../services/catalogue.ts';

/** One word after `tandem`: what it takes and what it does. */
export interface Command {
  /** Options and help follow the catalogue: only what exists is offered. */
  spec(catalogue: Catalogue): CommandSpec;
  /** Returns the exit code; throws a UserError for what the user can mend. */
  run(line: CommandLine, catalogue: Catalogue): Promise<number>;
}

export const dataOption: OptionSpec = {
  name: 'data',
  value: 'DIR',
  help: 'The data directory (default: $TANDEM_DATA, or data/ where Tandem was cloned).',
};

export function dataDirOf(line: CommandLine): DataDir {
  return new DataDir(line.text('data'));
}
