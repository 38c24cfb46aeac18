/** FUNCTION's libraries and the state they run in, which is made when the first one is loaded. */
import { FunctionState } from './function-state.ts';
import { libraryName } from './library-header.ts';
import { Library, type LibraryFunction, LibrarySet } from './library-set.ts';
import type { ScriptState } from './script-state.ts';

export class Functions {
  private current = new LibrarySet();
  private engine: FunctionState | null = null;

  constructor(private readonly log: (level: number, text: string) => void) {}

  get libraries(): ReadonlyMap<string, Library> {
    return this.current.libraries;
  }

  get functionCount(): number {
    return this.current.functionCount;
  }

  get bytes(): number {
    return this.current.bytes;
  }

  get vmBytes(): number {
    return this.engine?.state.lua.bytesInUse ?? 0;
  }

  find(name: string): LibraryFunction | null {
    return this.current.find(name);
  }

  /** Loads a library; its name, or what is wrong. A `timeoutMs` of 0 sets no limit. */
  load(code: string, replace: boolean, timeoutMs: number): { name: string } | string {
    return this.loadInto(this.current, code, replace, timeoutMs);
  }

  private loadInto(
    set: LibrarySet,
    code: string,
    replace: boolean,
    timeoutMs: number,
  ): { name: string } | string {
    const header = libraryName(code);
    if (typeof header === 'string') return header;
    const old = set.libraries.get(header.name);
    if (old !== undefined && !replace) return `ERR Library '${header.name}' already exists`;
    // A function of the library to be replaced is in nobody's way.
    if (old !== undefined) set.unlink(old);
    const library = new Library(header.name, code);
    const engine = this.live();
    let wrong = engine.load(library, timeoutMs);
    if (wrong === null && library.functions.size === 0) wrong = 'ERR No functions registered';
    wrong ??= set.collision(library);
    if (wrong !== null) {
      engine.release(library);
      if (old !== undefined) set.link(old);
      return wrong;
    }
    set.link(library);
    if (old !== undefined) engine.release(old);
    return header;
  }

  /** Removes a library; false when there is none of that name. */
  delete(name: string): boolean {
    const library = this.current.libraries.get(name);
    if (library === undefined) return false;
    this.current.unlink(library);
    this.live().release(library);
    return true;
  }

  flush(): void {
    this.current = new LibrarySet();
    this.engine = null;
  }

  /**
   * Adds libraries, all or none: `append` refuses names that exist, `replace` replaces them, `flush`
   * removes everything else. Returns what is wrong, or null.
   */
  restore(codes: readonly string[], policy: 'append' | 'replace' | 'flush'): string | null {
    const loaded = new LibrarySet();
    const drop = (libraries: Iterable<Library>) => {
      for (const library of libraries) this.engine?.release(library);
    };
    for (const code of codes) {
      const result = this.loadInto(loaded, code, false, 0);
      if (typeof result !== 'string') continue;
      drop(loaded.libraries.values());
      return result;
    }
    if (policy === 'flush') {
      drop(this.current.libraries.values());
      this.current = loaded;
      return null;
    }
    const result = this.current.join(loaded, policy === 'replace');
    drop(typeof result === 'string' ? loaded.libraries.values() : result);
    return typeof result === 'string' ? result : null;
  }

  /** The state to run functions in. */
  get state(): ScriptState {
    return this.live().state;
  }

  private live(): FunctionState {
    if (this.engine?.state.broken) this.engine = null;
    if (this.engine === null) {
      this.engine = new FunctionState(this.log);
      this.reload(this.engine);
    }
    return this.engine;
  }

  /** Registers the callbacks of all libraries again, in a new state. */
  private reload(engine: FunctionState): void {
    for (const library of this.current.libraries.values()) {
      const again = new Library(library.name, library.code);
      const wrong = engine.load(again, 0);
      if (wrong !== null) throw new Error(`a loaded library does not load again: ${wrong}`);
      for (const f of library.functions.values()) f.ref = again.functions.get(f.name)?.ref ?? -1;
    }
  }
}
