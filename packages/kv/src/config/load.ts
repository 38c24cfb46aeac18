/**
 * Reads configuration text, from a file, standard input or the command line, into Settings. A line
 * that is unknown or malformed stops the start with the reference's report.
 */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { strerror } from '../process/errno.ts';
import { splitWords } from '../resp/words.ts';
import { REFERENCE_VERSION } from '../version.ts';
import type { CommandLine } from './command-line.ts';
import { BY_NAME, type DirectiveName, type Entry } from './config.ts';
import { globFiles } from './glob-files.ts';
import { ConfigError } from './kind.ts';
import type { Settings } from './settings.ts';

/** Stops the start. `text` goes to standard error as it is. */
export class ConfigFileError {
  constructor(readonly text: string) {}
}

/** A configuration file that cannot be opened: the reference logs this and exits with 1. */
export class ConfigFileUnreadable {
  constructor(readonly text: string) {}
}

/** Directives that are more than a value. Each returns the text of its objection, or null. */
export interface LoadHooks {
  renameCommand(from: string, to: string): string | null;
  /** `words` begins after "user". */
  user(words: readonly string[]): string | null;
  loadModule(path: string, args: readonly string[]): string | null;
  /** A line of sentinel's own; absent when not in sentinel mode. */
  sentinel?(words: readonly string[], line: number, text: string): string | null;
  log(text: string): void;
}

/** Once directives of the reference, now read and dropped. */
const RETIRED = new Set([
  'list-max-ziplist-entries',
  'list-max-ziplist-value',
  'lua-replicate-commands',
]);

/** An include that includes itself would never end. */
const MAX_INCLUDE_DEPTH = 32;

const BAD_DIRECTIVE = 'Bad directive or wrong number of arguments';
const HZ_MIN = 1;
const HZ_MAX = 500;

function fatal(reason: string, line?: { number: number; text: string }): ConfigFileError {
  const where = line
    ? `Reading the configuration file, at line ${line.number}\n>>> '${line.text}'\n`
    : '';
  return new ConfigFileError(
    `\n*** FATAL CONFIG FILE ERROR (Redis ${REFERENCE_VERSION}) ***\n${where}${reason}\n`,
  );
}

/** A configuration file's bytes as a binary string; several when the name is a pattern. */
export function readConfigFiles(path: string): string {
  const files = /[*?[]/.test(path) ? globFiles(path) : [path];
  let text = '';
  for (const file of files) {
    try {
      text += readFileSync(Buffer.from(file, 'latin1').toString(), 'latin1');
    } catch (error) {
      throw new ConfigFileUnreadable(
        `Fatal error, can't open config file '${file}': ${strerror(error)}`,
      );
    }
  }
  return text;
}

export class Loader {
  private readonly seen = new Set<DirectiveName>();
  private depth = 0;

  constructor(
    private readonly settings: Settings,
    private readonly hooks: LoadHooks,
  ) {}

  /** Reads configuration text; throws ConfigFileError or ConfigFileUnreadable. */
  load(text: string): void {
    const lines = text.split('\n');
    for (let i = 0; i < lines.length; i++) {
      const line = (lines[i] as string).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
      if (line === '' || line.startsWith('#')) continue;
      const words = splitWords(line);
      const objection =
        words === null ? 'Unbalanced quotes in configuration line' : this.line(words, i + 1, line);
      if (objection !== null) throw fatal(objection, { number: i + 1, text: line });
    }
    this.checkWhole();
  }

  private line(words: readonly string[], number: number, text: string): string | null {
    if (words.length === 0) return null;
    const name = (words[0] as string).toLowerCase();
    const entry = BY_NAME.get(name);
    if (entry) return this.directive(entry, words.slice(1));
    if (RETIRED.has(name) && words.length === 2) return null;
    return this.statement(name, words, number, text);
  }

  private directive(entry: Entry, args: readonly string[]): string | null {
    if (!entry.directive.multi && args.length !== 1) return 'wrong number of arguments';
    const first = args[0];
    // Several words in one pair of quotes, as a command line gives them.
    const words =
      entry.directive.multi && args.length === 1 && first !== undefined && first !== ''
        ? (splitWords(first) ?? [])
        : args;
    try {
      const repeated = this.seen.has(entry.name);
      this.settings.assign(entry, words, { loading: true, repeated });
      this.seen.add(entry.name);
      return null;
    } catch (error) {
      if (error instanceof ConfigError) return error.text;
      throw error;
    }
  }

  /** What is not a value: includes, users, renamed commands, modules, sentinel's lines. */
  private statement(
    name: string,
    words: readonly string[],
    number: number,
    text: string,
  ): string | null {
    const args = words.slice(1);
    const [first = '', second = ''] = args;
    switch (name) {
      case 'include':
        return args.length === 1 ? this.include(first) : BAD_DIRECTIVE;
      case 'rename-command':
        return args.length === 2 ? this.hooks.renameCommand(first, second) : BAD_DIRECTIVE;
      case 'user':
        return args.length >= 1 ? this.hooks.user(args) : BAD_DIRECTIVE;
      case 'loadmodule':
        return args.length >= 1 ? this.hooks.loadModule(first, args.slice(1)) : BAD_DIRECTIVE;
      case 'sentinel':
        if (args.length === 0) return null;
        if (!this.hooks.sentinel) return 'sentinel directive while not in sentinel mode';
        return this.hooks.sentinel(args, number, text);
    }
    if (name.includes('.') && args.length === 0) return 'Module config specified without value';
    return BAD_DIRECTIVE;
  }

  private include(path: string): string | null {
    if (this.depth >= MAX_INCLUDE_DEPTH) return 'Too many nested includes';
    this.depth++;
    this.load(readConfigFiles(path));
    this.depth--;
    return null;
  }

  /** What only the whole text shows. */
  private checkWhole(): void {
    const { config } = this.settings;
    if (config.logfile !== '') {
      try {
        closeSync(openSync(Buffer.from(config.logfile, 'latin1').toString(), 'a'));
      } catch (error) {
        throw fatal(`Can't open the log file: ${strerror(error)}`);
      }
    }
    if (config.clusterEnabled && config.replicaof !== null) {
      throw fatal('replicaof directive not allowed in cluster mode');
    }
    if (config.clusterEnabled && config.databases > 1) {
      this.hooks.log(
        `WARNING: Changing databases number from ${config.databases} to 1 since we are in cluster mode`,
      );
      this.settings.override('databases', 1);
    }
    this.settings.override('hz', clampHz(config.hz));
  }
}

/** hz is a wish: values out of range are taken as the nearest that is fine. */
export function clampHz(hz: number): number {
  return Math.min(HZ_MAX, Math.max(HZ_MIN, hz));
}

/**
 * Reads the file, standard input and options that a command line names, in that order: the last
 * word counts. Throws ConfigFileError or ConfigFileUnreadable.
 */
export function loadConfiguration(
  line: Extract<CommandLine, { mode: 'serve' }>,
  settings: Settings,
  hooks: LoadHooks,
  readStdin: () => string = () => readFileSync(0, 'latin1'),
): void {
  let text = '';
  if (line.file !== null) {
    settings.configFile = resolve(Buffer.from(line.file, 'latin1').toString());
    text = readConfigFiles(Buffer.from(settings.configFile).toString('latin1'));
  }
  if (line.stdin) {
    hooks.log('Reading config from stdin');
    text += readStdin();
  }
  if (line.options !== null) text += `\n${line.options}`;
  new Loader(settings, hooks).load(text);
}
