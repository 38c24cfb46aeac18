/**
 * All commands this server has, found by name: the descriptors of the table for which a handler
 * exists. A command without a handler is unknown to clients, as in a server that lacks it.
 */
import type { Args } from '../resp/args.ts';
import { NameTable } from './name-table.ts';
import { Command, type CommandSpec, type Handlers } from './spec.ts';

/** How much of a client's words an error repeats. */
const PREVIEW = 128;

export interface RegistryOptions {
  /** A sentinel has only the commands flagged for it; a server lacks those flagged only for it. */
  readonly sentinel?: boolean;
}

export class CommandRegistry {
  /** Every command and subcommand by its id. */
  readonly all: Command[] = [];
  private readonly byFullName = new Map<string, Command>();
  /** Top-level names as clients may use them now, after rename-command. */
  private readonly names: NameTable;
  /** Subcommand names of the container with that id. */
  private readonly subcommandNames: (NameTable | null)[] = [];

  constructor(
    specs: readonly CommandSpec[],
    families: readonly Handlers[],
    options: RegistryOptions = {},
  ) {
    const handlers: Handlers = Object.assign({}, ...families);
    const sentinel = options.sentinel ?? false;
    refuseStrayHandlers(specs, handlers);
    const commands = specs
      .map((spec) => this.build(spec, null, handlers, sentinel))
      .filter((command) => command !== null);
    for (const command of commands) this.register(command);
    this.names = new NameTable(commands.map((command) => [command.spec.name, command]));
  }

  private build(
    spec: CommandSpec,
    parent: Command | null,
    handlers: Handlers,
    sentinel: boolean,
  ): Command | null {
    if (!spec.flags.includes('sentinel') && sentinel) return null;
    if (spec.flags.includes('only_sentinel') && !sentinel) return null;
    const command = new Command(spec, parent);
    command.handler = handlers[command.fullName] ?? null;
    if (spec.subcommands !== undefined) {
      const children = spec.subcommands
        .map((s) => this.build(s, command, handlers, sentinel))
        .filter((c) => c !== null);
      if (children.length > 0) command.subcommands = new Map(children.map((c) => [c.spec.name, c]));
    }
    return command.handler === null && command.subcommands === null ? null : command;
  }

  private register(command: Command): void {
    command.id = this.all.length;
    this.all.push(command);
    this.byFullName.set(command.fullName, command);
    if (command.subcommands === null) {
      this.subcommandNames.push(null);
      return;
    }
    this.subcommandNames.push(new NameTable(command.subcommands));
    for (const child of command.subcommands.values()) this.register(child);
  }

  /**
   * The command that the arguments name: of a container with further arguments, its subcommand.
   * Null when there is none; `unknown` then has the error. Allocates nothing.
   */
  find(a: Args): Command | null {
    const command = this.names.find(a, 0);
    if (command === null || command.subcommands === null || a.n === 1) return command;
    return (this.subcommandNames[command.id] as NameTable).find(a, 1);
  }

  /** The error for arguments that `find` does not know. */
  unknown(a: Args): string {
    const container = this.names.find(a, 0);
    if (container !== null && a.n > 1) {
      const name = cString(a.str(0)).toUpperCase();
      return `ERR unknown subcommand '${preview(a.str(1))}'. Try ${name} HELP.`;
    }
    let args = '';
    for (let i = 1; i < a.n && args.length < PREVIEW; i++) {
      args += `'${preview(a.str(i), PREVIEW - args.length)}' `;
    }
    return `ERR unknown command '${preview(a.str(0))}', with args beginning with: ${args}`;
  }

  /** A command by its own name, 'get' or 'config|get', whatever rename-command did. */
  get(fullName: string): Command | null {
    return this.byFullName.get(fullName.toLowerCase()) ?? null;
  }

  /** A command by the name clients use, 'get' or 'config|get': COMMAND INFO and the like. */
  lookup(name: string): Command | null {
    const parts = name.split('|');
    if (parts.length > 2) return null;
    const command = this.names.get(parts[0] as string);
    if (command === null || parts.length === 1) return command;
    return this.subcommandNames[command.id]?.get(parts[1] as string) ?? null;
  }

  /** Top-level commands that clients can call now. */
  commands(): readonly Command[] {
    return this.names.values();
  }

  /**
   * rename-command: gives a command another name, or none ('') to hide it. The command keeps its
   * own name in ACL rules and replies. Returns what is wrong, or null.
   */
  rename(from: string, to: string): string | null {
    const command = this.names.get(from);
    if (command === null) return 'No such command in rename-command';
    const other = to === '' ? null : this.names.get(to);
    if (other !== null && other !== command) return 'Target command name already exists';
    this.names.delete(from);
    if (to !== '') this.names.set(to, command);
    return null;
  }
}

/** A handler whose command is not in the table is a misspelt name: throws. */
function refuseStrayHandlers(specs: readonly CommandSpec[], handlers: Handlers): void {
  const known = new Set<string>();
  for (const spec of specs) {
    known.add(spec.name);
    for (const sub of spec.subcommands ?? []) known.add(`${spec.name}|${sub.name}`);
  }
  for (const name of Object.keys(handlers)) {
    if (!known.has(name))
      throw new Error(`handler for a command that is not in the table: ${name}`);
  }
}

/** The part of a client's word that the reference prints: up to a zero byte, and not too much. */
function preview(word: string, max = PREVIEW): string {
  return cString(word).slice(0, max);
}

function cString(word: string): string {
  const zero = word.indexOf('\0');
  return zero === -1 ? word : word.slice(0, zero);
}
