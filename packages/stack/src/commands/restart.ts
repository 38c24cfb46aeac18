import { UserError } from '@tandem/common/user-error.ts';
import { ask } from '../control/client.ts';
import { exitCodes } from '../exit-codes.ts';
import { findService } from '../plan.ts';
import { typedCommand } from '../typed-command.ts';
import { type Command, dataDirOf, dataOption } from './command.ts';

export const restart: Command = {
  spec: () => ({
    name: 'tandem restart',
    summary: 'Stop one service and start it again; also one that has failed.',
    positionals: ['service'],
    options: [dataOption],
  }),
  run: async (line, catalogue) => {
    const dataDir = dataDirOf(line);
    const { name } = findService(catalogue, line.positionals[0] as string);
    const reply = await ask(dataDir.socket, { command: 'restart', service: name });
    if (reply === undefined) {
      throw new UserError(
        `Nothing is running on ${dataDir.path}. Start it with \`${typedCommand('up', dataDir)}\`.`,
        exitCodes.notRunning,
      );
    }
    if (!reply.ok) throw new UserError(reply.error, exitCodes.failed);
    const service = reply.status.services.find((candidate) => candidate.name === name);
    console.log(`${name}  ready in ${service?.readyMs} ms`);
    return exitCodes.ok;
  },
};
