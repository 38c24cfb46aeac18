/**
 * What a directive's value is: how its words are read, how CONFIG GET prints it and which lines
 * CONFIG REWRITE writes for it. Error texts are the reference's.
 */

/** A value that a directive refuses. The text follows "CONFIG SET failed (...) - ". */
export class ConfigError {
  constructor(readonly text: string) {}
}

export function refuse(text: string): never {
  throw new ConfigError(text);
}

export interface SetContext {
  /** Reading the configuration file (or command line), not CONFIG SET. */
  readonly loading: boolean;
  /** While loading: the directive appeared before, so one that repeats adds to its value. */
  readonly repeated: boolean;
}

export interface Kind<T> {
  /** The new value, or ConfigError. `current` serves directives that change a part of their value. */
  parse(words: readonly string[], current: T, context: SetContext): T;
  /** CONFIG GET's text. */
  format(value: T): string;
  /**
   * What CONFIG REWRITE writes after the directive's name, a line each; a default value is written
   * only in the place of a line that is there already, unless `force`.
   */
  rewrite(value: T, initial: T): RewriteLines;
  /** False where the reference takes every CONFIG SET as a change. */
  same(a: T, b: T): boolean;
}

export interface RewriteLines {
  readonly lines: readonly string[];
  /** Per line: write it even if the file has no such line yet. */
  readonly force: readonly boolean[];
}

export interface DirectiveOptions<T> {
  readonly alias?: string;
  /** Only from the file or the command line. */
  readonly immutable?: true;
  /** CONFIG SET asks for enable-protected-configs. */
  readonly protected?: true;
  /** CONFIG SET is refused while a data set is loading. */
  readonly denyLoading?: true;
  /** The value is a secret: never in SLOWLOG or MONITOR. */
  readonly sensitive?: true;
  /** CONFIG GET tells it only by its full name. */
  readonly hidden?: true;
  /** Printed in crash reports. */
  readonly debug?: true;
  /** Setting it to the same value is still a change (files that are read again). */
  readonly volatile?: true;
  /** The value is a list of words. */
  readonly multi?: true;
  /** A further condition; its text, or null when the value is fine. */
  readonly check?: (value: T) => string | null;
}

export interface Directive<T> extends DirectiveOptions<T> {
  readonly kind: Kind<T>;
  readonly initial: T;
}

/** One line, forced when the value differs from the default. */
export function oneLine(text: string, force: boolean): RewriteLines {
  return { lines: [text], force: [force] };
}

export const NO_LINES: RewriteLines = { lines: [], force: [] };
