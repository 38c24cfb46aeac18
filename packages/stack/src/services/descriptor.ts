import type { RestartPolicy } from '../supervisor/restart-policy.ts';

/** What a probe saw: answers, answers that it needs more time, does not answer. */
export type Health = 'ready' | 'busy' | 'silent';

/** Where one service of one stack lives. */
export interface ServiceContext {
  /** Its own directory inside the data directory. */
  readonly dir: string;
  /** A port by its name in the descriptor, with the offset of this stack added. */
  port(name: string): number;
}

/** A port a service listens on, in a stack without offset. */
export interface ServicePort {
  readonly name: string;
  readonly number: number;
}

/** The accounts of a service whose passwords the stack looks after. */
export interface ServiceAccounts {
  /** The user's own account: its first password is shown once. */
  readonly owner: string;
  /** Accounts that other services use: their passwords are kept in a file. */
  readonly system: readonly string[];
  /** Whether the owner brought a password, so that none need be made up. */
  ownerHasPassword(): boolean;
  /**
   * Gives a user of the running service a new password and returns it; undefined when the service
   * is configured to ask for none. Throws a UserError.
   */
  reset(context: ServiceContext, user: string): Promise<string | undefined>;
}

/**
 * All the stack knows about a service. Adding a service is adding one of these to the catalogue;
 * checks, start order, help, status and logs follow from it.
 */
export interface ServiceDescriptor {
  readonly name: string;
  readonly summary: string;
  readonly ports: readonly ServicePort[];
  /** Services that must be ready before this one starts. */
  readonly dependsOn: readonly string[];
  /** Memory it needs to start at all, in MiB. */
  readonly memoryMiB: number;
  readonly restart: RestartPolicy;
  /** Writes what must be there before the first start. */
  prepare?(context: ServiceContext): void;
  command(context: ServiceContext): readonly string[];
  /** The address it will listen on, to be checked before the start and probed after it. */
  host(context: ServiceContext): string;
  probe(context: ServiceContext): Promise<Health>;
  /** Address and user for the table that ends `tandem up`. */
  address(context: ServiceContext): string;
  user(context: ServiceContext): string;
  readonly accounts?: ServiceAccounts;
  /**
   * Recognises in the last lines of its log a death that no restart will mend, and says it in one
   * sentence with the culprit and the mend.
   */
  explain?(lastLines: readonly string[], context: ServiceContext): string | undefined;
}
