/**
 * Reading and changing the configuration at run time: CONFIG GET and SET, and the hooks that make a
 * new value take effect. A CONFIG SET of several directives happens entirely or not at all.
 */
import { globMatch } from '../structures/glob.ts';
import { BY_NAME, type Config, type DirectiveName, defaultConfig, type Entry } from './config.ts';
import { ConfigError, type SetContext } from './kind.ts';

/** Makes new values take effect; the text of a failure, or null. */
export type Apply = () => string | null | undefined;

/** Why a CONFIG SET was refused: the text of the error reply, without "ERR ". */
export class SetRefused {
  constructor(
    readonly text: string,
    /** Refused because the data set is loading, which has an error code of its own. */
    readonly loading = false,
  ) {}
}

/** What CONFIG SET must know about its caller. */
export interface SetEnvironment {
  readonly loading: boolean;
  readonly protectedAllowed: boolean;
  log(text: string): void;
}

/** One pair of a CONFIG SET: the directive, the name or alias it was called by, the new text. */
interface Chosen {
  readonly entry: Entry;
  readonly name: string;
  readonly value: string;
}

const AT_RUN_TIME: SetContext = { loading: false, repeated: false };

function refused(name: string, reason: string): SetRefused {
  return new SetRefused(`CONFIG SET failed (possibly related to argument '${name}') - ${reason}`);
}

export class Settings {
  readonly config: Config = defaultConfig();
  /** Absolute path of the configuration file, null when there is none. */
  configFile: string | null = null;
  private readonly hooks = new Map<Entry, Apply>();

  /**
   * Registers what must happen when one of the directives changes at run time. Directives that share
   * a hook call it once per CONFIG SET. The hook sees the new values in `config`; when it fails, the
   * old ones are restored and the hooks run again.
   */
  onChange(names: DirectiveName | readonly DirectiveName[], apply: Apply): void {
    for (const name of typeof names === 'string' ? [names] : names) {
      this.hooks.set(BY_NAME.get(name) as Entry, apply);
    }
  }

  /** The text of a directive's value as CONFIG GET prints it. */
  text(entry: Entry): string {
    return entry.directive.kind.format(this.config[entry.key]);
  }

  /**
   * The names and values that match. A name without glob characters is answered under the spelling
   * it was asked with, hidden ones included; a pattern matches names and aliases.
   */
  get(patterns: readonly string[]): [string, string][] {
    const found = new Map<string, [string, string]>();
    for (const pattern of patterns) {
      if (!/[[*?]/.test(pattern)) {
        const lower = pattern.toLowerCase();
        const entry = BY_NAME.get(lower);
        if (entry && !found.has(lower)) found.set(lower, [pattern, this.text(entry)]);
        continue;
      }
      for (const [name, entry] of BY_NAME) {
        if (entry.directive.hidden || found.has(name)) continue;
        if (globMatch(pattern, name, true)) found.set(name, [name, this.text(entry)]);
      }
    }
    return [...found.values()];
  }

  /** Sets a value without hooks, as while loading. Returns false when nothing changed. */
  assign(entry: Entry, words: readonly string[], context: SetContext): boolean {
    const { directive, key } = entry;
    const old = this.config[key];
    const value = directive.kind.parse(words, old, context);
    const objection = directive.check?.(value) ?? null;
    if (objection !== null) throw new ConfigError(objection);
    this.put(entry, value);
    return directive.volatile === true || !directive.kind.same(old, value);
  }

  /** Writes a value that the server itself decided on (a replica's primary, a lowered maxclients). */
  override<N extends keyof Config>(key: N, value: Config[N]): void {
    (this.config as { -readonly [K in keyof Config]: Config[K] })[key] = value;
  }

  private put(entry: Entry, value: unknown): void {
    (this.config as unknown as { [key: string]: unknown })[entry.key] = value;
  }

  /** CONFIG SET name value [name value ...]; throws SetRefused. */
  set(pairs: readonly (readonly [string, string])[], environment: SetEnvironment): void {
    const chosen = this.resolve(pairs, environment);
    const before = chosen.map(({ entry }) => this.config[entry.key]);
    const changed: Chosen[] = [];
    for (const one of chosen) {
      const { entry, name, value } = one;
      try {
        if (this.assign(entry, valueWords(entry, value), AT_RUN_TIME)) changed.push(one);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        this.restore(chosen, before);
        throw refused(name, error.text);
      }
    }
    this.applyAll(chosen, before, changed, environment);
  }

  /** Finds the directives and checks that they may be set, in the reference's order of complaints. */
  private resolve(
    pairs: readonly (readonly [string, string])[],
    environment: SetEnvironment,
  ): Chosen[] {
    const chosen: Chosen[] = [];
    for (const [name, value] of pairs) {
      const known = name.toLowerCase();
      const entry = BY_NAME.get(known);
      if (!entry) {
        throw new SetRefused(`Unknown option or number of arguments for CONFIG SET - '${name}'`);
      }
      const { immutable, protected: guarded, denyLoading } = entry.directive;
      if (immutable) throw refused(name, "can't set immutable config");
      if (guarded && !environment.protectedAllowed) {
        throw refused(name, "can't set protected config");
      }
      if (denyLoading && environment.loading) throw new SetRefused('', true);
      if (chosen.some((one) => one.name === known)) throw refused(name, 'duplicate parameter');
      chosen.push({ entry, name: known, value });
    }
    return chosen;
  }

  private applyAll(
    chosen: readonly Chosen[],
    before: readonly unknown[],
    changed: readonly Chosen[],
    environment: SetEnvironment,
  ): void {
    const hooks = new Map<Apply, string>();
    for (const { entry, name } of changed) {
      const hook = this.hooks.get(entry);
      if (hook && !hooks.has(hook)) hooks.set(hook, name);
    }
    for (const [hook, name] of hooks) {
      const failure = hook() ?? null;
      if (failure === null) continue;
      environment.log(
        `Failed applying new configuration. Possibly related to new ${name} setting. Restoring previous settings.`,
      );
      this.restore(chosen, before);
      for (const other of hooks.keys()) {
        const again = other() ?? null;
        if (again !== null) {
          environment.log(`Failed applying restored failed CONFIG SET command: ${again}`);
        }
      }
      throw refused(name, failure);
    }
  }

  private restore(chosen: readonly Chosen[], before: readonly unknown[]): void {
    chosen.forEach(({ entry }, i) => {
      // The working directory is entered while its value is read: go back.
      if (entry.name === 'dir') entry.directive.kind.parse([before[i] as string], '', AT_RUN_TIME);
      this.put(entry, before[i]);
    });
  }
}

/** CONFIG SET gives one text: a directive of several words has them parted by single blanks. */
function valueWords(entry: Entry, value: string): string[] {
  if (!entry.directive.multi) return [value];
  return value === '' ? [] : value.split(' ');
}
