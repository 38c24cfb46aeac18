/**
 * The scripts of EVAL by digest and by body, and the state that runs them. The state is made at the
 * first script; when it has broken or grown far it is given up after the run, and scripts are
 * compiled again in the next one when they are called.
 */
import { sha1hex } from './redis-api.ts';
import { scriptHeader } from './script-flags.ts';
import { ScriptState } from './script-state.ts';

/** A state never gives memory back, so one larger than this is replaced. */
const GROWN_BYTES = 128 * 1024 * 1024;
/** What the reference counts for a cached script besides its body. */
const OVERHEAD = 136;
const CHUNK = '@user_script';

export interface EvalScript {
  readonly sha: string;
  readonly body: string;
  readonly flags: number;
  readonly headerLength: number;
  /** Reference to the compiled function, valid in `state` only. */
  ref: number;
  state: ScriptState | null;
}

export class EvalScripts {
  private readonly bySha = new Map<string, EvalScript>();
  private readonly byBody = new Map<string, EvalScript>();
  private state: ScriptState | null = null;
  /** Bytes of bodies and bookkeeping. */
  bytes = 0;

  constructor(private readonly grownBytes = GROWN_BYTES) {}

  get count(): number {
    return this.bySha.size;
  }

  get vmBytes(): number {
    return this.state?.lua.bytesInUse ?? 0;
  }

  findSha(sha: string): EvalScript | null {
    return this.bySha.get(sha.toLowerCase()) ?? null;
  }

  findBody(body: string): EvalScript | null {
    return this.byBody.get(body) ?? null;
  }

  /** The script of this body, kept from now on; or the error that it does not compile. */
  load(body: string): EvalScript | string {
    const known = this.byBody.get(body);
    if (known !== undefined) return known;
    const header = scriptHeader(body);
    if (typeof header === 'string') return header;
    const state = this.liveState();
    const ref = state.load(body.slice(header.length), CHUNK);
    if (typeof ref === 'string') return `ERR Error compiling script (new function): ${ref}`;
    const sha = sha1hex(body);
    const script = { sha, body, flags: header.flags, headerLength: header.length, ref, state };
    this.bySha.set(sha, script);
    this.byBody.set(body, script);
    this.bytes += body.length + OVERHEAD;
    return script;
  }

  /** The state, with the script compiled in it. */
  ready(script: EvalScript): ScriptState {
    const state = this.liveState();
    if (script.state !== state) {
      const ref = state.load(script.body.slice(script.headerLength), CHUNK);
      // It compiled before; only memory can be lacking now.
      if (typeof ref === 'string') throw new Error(`a cached script does not compile: ${ref}`);
      script.ref = ref;
      script.state = state;
    }
    return state;
  }

  /** The state that runs scripts now. */
  liveState(): ScriptState {
    this.state ??= new ScriptState('eval');
    return this.state;
  }

  /** After a run: gives up a state that cannot or should not be used again. */
  settle(): void {
    const { state } = this;
    if (state !== null && (state.broken || state.lua.memorySize > this.grownBytes))
      this.state = null;
  }

  /** SCRIPT FLUSH. */
  flush(): void {
    this.bySha.clear();
    this.byBody.clear();
    this.bytes = 0;
    this.state = null;
  }
}
