import { UserError } from '@tandem/common/user-error.ts';
import { ask } from '../control/client.ts';
import { CredentialFile } from '../credentials/credential-file.ts';
import { exitCodes } from '../exit-codes.ts';
import { makePlan } from '../plan.ts';
import type { Catalogue } from '../services/catalogue.ts';
import type { ServiceDescriptor } from '../services/descriptor.ts';
import { typedCommand } from '../typed-command.ts';
import { type Command, dataDirOf, dataOption } from './command.ts';

export const resetPassword: Command = {
  spec: (catalogue) => ({
    name: 'tandem reset-password',
    summary: 'Give a user of a running service a new password and print it.',
    positionals: ['user'],
    options: [dataOption],
    notes: [`Users: ${users(catalogue).join(', ')}.`],
  }),
  run: async (line, catalogue) => {
    const dataDir = dataDirOf(line);
    const user = line.positionals[0] as string;
    const descriptor = serviceOf(catalogue, user);
    const reply = await ask(dataDir.socket, { command: 'status' });
    if (reply === undefined || !reply.ok) {
      throw new UserError(
        `Nothing is running on ${dataDir.path}. Start it with \`${typedCommand('up', dataDir)}\`.`,
        exitCodes.notRunning,
      );
    }
    const { portOffset } = reply.status;
    const plan = makePlan(catalogue, dataDir, { only: [descriptor.name], portOffset });
    const planned = plan.services.find((service) => service.descriptor === descriptor);
    const password = planned && (await descriptor.accounts?.reset(planned.context, user));
    if (password === undefined) {
      throw new UserError(
        `${descriptor.name} is configured to ask for no password.`,
        exitCodes.failed,
      );
    }
    if (descriptor.accounts?.system.includes(user)) {
      const file = new CredentialFile(dataDir.credentials(descriptor.name));
      file.write({ ...file.read(), [user]: password });
    }
    console.log(`New password of ${user}: ${password}`);
    return exitCodes.ok;
  },
};

function users(catalogue: Catalogue): string[] {
  return catalogue.services.flatMap(({ accounts }) =>
    accounts === undefined ? [] : [accounts.owner, ...accounts.system],
  );
}

function serviceOf(catalogue: Catalogue, user: string): ServiceDescriptor {
  const found = catalogue.services.find(
    ({ accounts }) => accounts?.owner === user || accounts?.system.includes(user),
  );
  if (found !== undefined) return found;
  throw new UserError(
    `There is no user "${user}"; there is: ${users(catalogue).join(', ')}.`,
    exitCodes.usage,
  );
}
