import { SUPERVISE, superviseDetached } from '../detached.ts';
import type { Command } from './command.ts';
import { planFrom, upOptions } from './up-options.ts';

export const supervise: Command = {
  spec: (catalogue) => ({
    name: `tandem ${SUPERVISE}`,
    summary: 'The background process of `tandem up --detach`.',
    positionals: [],
    options: upOptions(catalogue),
  }),
  run: (line, catalogue) => superviseDetached(planFrom(line, catalogue)),
};
