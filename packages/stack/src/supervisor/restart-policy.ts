/** What happens when a service ends that should be running. */
export type RestartPolicy =
  | {
      readonly kind: 'back-off';
      /** The wait before the first restart; each further fast death doubles it. */
      readonly firstDelayMs: number;
      readonly longestDelayMs: number;
      /** Ending within this time of its start is a fast death. */
      readonly fastDeathMs: number;
      /** So many fast deaths in a row end the attempts. */
      readonly fastDeaths: number;
    }
  /** Stays down until asked: a failover must be seen, not papered over. */
  | { readonly kind: 'never' };

export const defaultRestart: RestartPolicy = {
  kind: 'back-off',
  firstDelayMs: 200,
  longestDelayMs: 10_000,
  fastDeathMs: 10_000,
  fastDeaths: 3,
};

export type Verdict = { readonly restartInMs: number } | { readonly giveUp: string };

/** Applies a policy to the deaths of one service. */
export class DeathCounter {
  readonly #policy: RestartPolicy;
  #fastDeaths = 0;

  constructor(policy: RestartPolicy) {
    this.#policy = policy;
  }

  /** Forgets earlier deaths, when a user asks for a new start. */
  reset(): void {
    this.#fastDeaths = 0;
  }

  /** What to do about a service that ended after `aliveMs`; `how` says how, for the message. */
  next(aliveMs: number, how: string): Verdict {
    const policy = this.#policy;
    if (policy.kind === 'never') return { giveUp: `it ${how}, and is only restarted when asked` };
    this.#fastDeaths = aliveMs < policy.fastDeathMs ? this.#fastDeaths + 1 : 0;
    if (this.#fastDeaths >= policy.fastDeaths) {
      const seconds = policy.fastDeathMs / 1000;
      return {
        giveUp: `it ended ${policy.fastDeaths} times within ${seconds} s of its start, last it ${how}`,
      };
    }
    const delay = policy.firstDelayMs * 2 ** Math.max(0, this.#fastDeaths - 1);
    return { restartInMs: Math.min(delay, policy.longestDelayMs) };
  }
}
