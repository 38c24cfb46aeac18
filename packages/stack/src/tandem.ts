import { type CommandSpec, parseCommandLine } from '@tandem/common/cli/command-line.ts';
import { helpText } from '@tandem/common/cli/help.ts';
import { textTable } from '@tandem/common/cli/text-table.ts';
import { UserError } from '@tandem/common/user-error.ts';
import manifest from '../package.json' with { type: 'json' };
import type { Command } from './commands/command.ts';
import { doctor } from './commands/doctor.ts';
import { down } from './commands/down.ts';
import { logs } from './commands/logs.ts';
import { resetPassword } from './commands/reset-password.ts';
import { restart } from './commands/restart.ts';
import { status } from './commands/status.ts';
import { supervise } from './commands/supervise.ts';
import { up } from './commands/up.ts';
import { SUPERVISE } from './detached.ts';
import { exitCodeMeanings, exitCodes } from './exit-codes.ts';
import type { Catalogue } from './services/catalogue.ts';

const commands: Readonly<Record<string, Command>> = {
  up,
  down,
  status,
  logs,
  restart,
  'reset-password': resetPassword,
  doctor,
};
const hidden: Readonly<Record<string, Command>> = { [SUPERVISE]: supervise };

/** Runs one `tandem` command line; returns its exit code. Mistakes are answered, never thrown. */
export async function runTandem(argv: readonly string[], catalogue: Catalogue): Promise<number> {
  try {
    return await dispatch(argv, catalogue);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    return error.exitCode;
  }
}

async function dispatch(argv: readonly string[], catalogue: Catalogue): Promise<number> {
  const [word, ...rest] = argv;
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    console.log(overview(catalogue));
    return word === undefined ? exitCodes.usage : exitCodes.ok;
  }
  if (word === '--version' || word === '-v') {
    console.log(`tandem ${manifest.version}`);
    return exitCodes.ok;
  }
  const command = commands[word] ?? hidden[word];
  if (command === undefined) {
    const names = Object.keys(commands).join(', ');
    throw new UserError(
      `tandem has no command "${word}"; it has: ${names}. See \`tandem --help\`.`,
      exitCodes.usage,
    );
  }
  const spec = withHelp(command.spec(catalogue));
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(helpText(spec));
    return exitCodes.ok;
  }
  return command.run(parseCommandLine(spec, rest), catalogue);
}

function withHelp(spec: CommandSpec): CommandSpec {
  const help = { name: 'help', short: 'h', help: 'Print this.' };
  return { ...spec, options: [...spec.options, help] };
}

function overview(catalogue: Catalogue): string {
  const rows = Object.entries(commands).map(([word, command]) => [
    `  ${word}`,
    command.spec(catalogue).summary,
  ]);
  const services = catalogue.services.map((service) => [
    `  ${service.name}`,
    service.summary,
    service.ports.map((port) => port.number).join(', '),
  ]);
  return [
    'Start, watch and stop the whole of Tandem.',
    'Usage: tandem <command> [options]',
    `Commands (each has --help):\n${textTable(rows)}`,
    `Services:\n${textTable(services)}`,
    `Exit codes:\n${textTable(exitCodeRows)}`,
  ].join('\n\n');
}

const exitCodeRows = Object.entries(exitCodes).map(([name, code]) => [
  `  ${code}`,
  exitCodeMeanings[name as keyof typeof exitCodes],
]);
