export type ServiceState =
  | 'waiting'
  | 'starting'
  | 'ready'
  | 'restarting'
  | 'stopping'
  | 'stopped'
  | 'failed';

/** One service as `tandem status --json` shows it. */
export interface ServiceStatus {
  readonly name: string;
  readonly state: ServiceState;
  readonly pid: number | null;
  readonly address: string;
  readonly user: string;
  /** When the present process was started, in ms since 1970. */
  readonly startedAt: number | null;
  /** How long the present process took to become ready. */
  readonly readyMs: number | null;
  /** Restarts that nobody asked for, since `tandem up`. */
  readonly restarts: number;
  /** Why it is restarting or has failed. */
  readonly reason: string | null;
}

/** A whole stack as `tandem status --json` shows it. */
export interface StackStatus {
  readonly running: true;
  readonly dataDir: string;
  readonly topology: string;
  readonly portOffset: number;
  readonly supervisorPid: number;
  readonly services: readonly ServiceStatus[];
}
