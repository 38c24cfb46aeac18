import { type ChildProcess, spawn } from 'node:child_process';
import { atExit } from './at-exit.ts';
import { eventually } from './eventually.ts';

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string | undefined>;
  /** Give it a process group of its own, as a terminal would. */
  readonly ownGroup?: boolean;
}

/** A program that a test started: its output so far, its end, and a way to wait for both. */
export class StartedProcess {
  readonly #child: ChildProcess;
  readonly #argv: readonly string[];
  #stdout = '';
  #stderr = '';
  /** Resolves when the program has ended and all of its output has been read. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  constructor(argv: readonly string[], options: StartOptions = {}) {
    this.#argv = argv;
    this.#child = spawn(argv[0] as string, argv.slice(1), {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      detached: options.ownGroup ?? false,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#stdout += chunk.toString();
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    this.exited = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code, signal) => resolve({ code, signal }));
    });
    atExit(() => this.#child.kill('SIGKILL'));
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    this.#child.kill(signal);
  }

  /** Waits until standard output or error contains `pattern`; throws when the program ends first. */
  async output(pattern: RegExp | string, everyMs = 25): Promise<void> {
    const seen = () => {
      const text = this.#stdout + this.#stderr;
      return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
    };
    const look = async () => {
      if (seen()) return true;
      if (!this.hasEnded) return false;
      await this.exited;
      if (seen()) return true;
      throw new Error(
        `${this.#argv.join(' ')} ended before it printed ${pattern}:\n${this.#stdout}${this.#stderr}`,
      );
    };
    await eventually(`${this.#argv.join(' ')} to print ${pattern}`, look, { everyMs });
  }

  /** Ends it with `signal` and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.hasEnded) this.kill(signal);
    await this.exited;
  }
}

/** Starts a program; it is killed at the latest when the test process ends. */
export function startProcess(argv: readonly string[], options?: StartOptions): StartedProcess {
  return new StartedProcess(argv, options);
}

/** Runs a program to its end. */
export async function run(
  argv: readonly string[],
  options?: StartOptions,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const started = startProcess(argv, options);
  const { code } = await started.exited;
  return { code, stdout: started.stdout, stderr: started.stderr };
}
