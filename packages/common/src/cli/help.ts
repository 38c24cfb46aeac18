import type { CommandSpec } from './command-line.ts';
import { textTable } from './text-table.ts';

/** The text of `<command> --help`. */
export function helpText(command: CommandSpec): string {
  const usage = [
    command.name,
    command.options.length > 0 ? '[options]' : '',
    ...command.positionals,
  ]
    .filter((part) => part !== '')
    .join(' ');
  const parts = [`${command.summary}\n\nUsage: ${usage}`];
  if (command.options.length > 0) {
    const rows = command.options.map((option) => {
      const short = option.short ? `-${option.short}, ` : '';
      return [`  ${short}--${option.name}${option.value ? ` ${option.value}` : ''}`, option.help];
    });
    parts.push(`Options:\n${textTable(rows)}`);
  }
  parts.push(...(command.notes ?? []));
  return parts.join('\n\n');
}
