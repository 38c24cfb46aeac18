import type { CommandLine } from '@tandem/common/cli/command-line.ts';
import { startDetached } from '../detached.ts';
import { Progress, type Screen } from '../output/progress.ts';
import { runStack } from '../run-stack.ts';
import type { Catalogue } from '../services/catalogue.ts';
import { typedCommand } from '../typed-command.ts';
import type { Command } from './command.ts';
import { planFrom, upOptions } from './up-options.ts';

export const up: Command = {
  spec: (catalogue) => ({
    name: 'tandem up',
    summary: 'Start the stack and keep it running until Ctrl-C.',
    positionals: [],
    options: [
      ...upOptions(catalogue),
      { name: 'detach', short: 'd', help: 'Return when everything is ready; it runs on.' },
    ],
    notes: [
      'Ctrl-C stops the services in reverse order and waits for their data to be safe; a second one\nforces.',
    ],
  }),
  run: async (line: CommandLine, catalogue: Catalogue): Promise<number> => {
    const plan = planFrom(line, catalogue);
    const detach = line.flag('detach');
    const stop = detach ? typedCommand('down', plan.dataDir) : 'Ctrl-C';
    const progress = new Progress(standardOutput(), plan.dataDir, [
      `Data: ${plan.dataDir.path}`,
      `Logs: ${typedCommand('logs', plan.dataDir)} -f`,
      ...plan.services.flatMap(({ descriptor: { accounts } }) =>
        accounts === undefined
          ? []
          : `New password: ${typedCommand(`reset-password ${accounts.owner}`, plan.dataDir)}`,
      ),
      `Stop: ${stop}`,
    ]);
    const show = progress.show.bind(progress);
    return detach ? startDetached(plan, show) : runStack(plan, show);
  },
};

/** The terminal or pipe we were started with. When its other end goes away, the services run on. */
function standardOutput(): Screen {
  const { stdout } = process;
  stdout.on('error', () => {});
  return {
    isTTY: stdout.isTTY ?? false,
    // A terminal that does not know its width says 0.
    columns: stdout.columns || 80,
    write: (text) => {
      try {
        stdout.write(text);
      } catch {
        // A closed pipe is thrown here rather than raised as an event.
      }
    },
  };
}
