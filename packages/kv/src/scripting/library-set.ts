/** Function libraries and the functions they register. Function names are one namespace, in any case. */

export interface LibraryFunction {
  readonly name: string;
  readonly description: string | null;
  readonly flags: number;
  /** Reference to the callback in the state of functions. */
  ref: number;
  readonly library: Library;
}

export class Library {
  readonly functions = new Map<string, LibraryFunction>();

  constructor(
    readonly name: string,
    /** The whole source, its #! line included. */
    readonly code: string,
  ) {}

  /** The part of the source after the #! line, whose line feed is kept so that lines count right. */
  get body(): string {
    return this.code.slice(this.code.indexOf('\n'));
  }
}

/** What the reference counts besides texts: for a library, and for each of its functions. */
const LIBRARY_OVERHEAD = 96;
const FUNCTION_OVERHEAD = 96;

export class LibrarySet {
  readonly libraries = new Map<string, Library>();
  private readonly functions = new Map<string, LibraryFunction>();
  bytes = 0;

  get functionCount(): number {
    return this.functions.size;
  }

  find(name: string): LibraryFunction | null {
    return this.functions.get(name.toLowerCase()) ?? null;
  }

  link(library: Library): void {
    this.libraries.set(library.name, library);
    for (const f of library.functions.values()) this.functions.set(f.name.toLowerCase(), f);
    this.bytes += libraryBytes(library);
  }

  unlink(library: Library): void {
    this.libraries.delete(library.name);
    for (const f of library.functions.values()) this.functions.delete(f.name.toLowerCase());
    this.bytes -= libraryBytes(library);
  }

  /** The error for a function of `library` whose name is taken, or null. */
  collision(library: Library): string | null {
    for (const { name } of library.functions.values()) {
      if (this.find(name) !== null) return `ERR Function ${name} already exists`;
    }
    return null;
  }

  /**
   * Takes over all libraries of another set, or none: returns what is in the way, or the libraries
   * that were replaced.
   */
  join(other: LibrarySet, replace: boolean): string | Library[] {
    const replaced: Library[] = [];
    const undo = (error: string) => {
      for (const library of replaced) this.link(library);
      return error;
    };
    for (const { name } of other.libraries.values()) {
      const old = this.libraries.get(name);
      if (old === undefined) continue;
      if (!replace) return undo(`ERR Library ${name} already exists`);
      this.unlink(old);
      replaced.push(old);
    }
    for (const library of other.libraries.values()) {
      const collision = this.collision(library);
      if (collision !== null) return undo(collision);
    }
    for (const library of other.libraries.values()) this.link(library);
    return replaced;
  }
}

function libraryBytes(library: Library): number {
  let bytes = LIBRARY_OVERHEAD + library.name.length + library.code.length;
  for (const f of library.functions.values()) {
    bytes += FUNCTION_OVERHEAD + f.name.length + (f.description?.length ?? 0);
  }
  return bytes;
}

const NAME = /^[A-Za-z0-9_]+$/;
const NAME_ERROR =
  'ERR Library names can only contain letters, numbers, or underscores(_) and must be at least one character long';

/** What is wrong with a library's or function's name, or null. */
export function nameError(name: string): string | null {
  return NAME.test(name) ? null : NAME_ERROR;
}
