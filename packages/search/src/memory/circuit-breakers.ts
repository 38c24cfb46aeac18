/**
 * Circuit breakers: what requests hold in memory is counted before it is taken, and a request that
 * would take the node over its budget is refused with a 429, so that the node lives.
 *
 * The heap of the reference is our budget: 512 MB unless -Xmx says otherwise. Each breaker bounds
 * one kind of use by what it was told; the parent bounds their sum and, unless
 * `indices.breaker.total.use_real_memory` is off, what the process really holds.
 */
import { SearchError } from '../errors/search-error.ts';
import { bytesText } from '../settings/units.ts';
import { breakerLimit } from './breaker-limit.ts';
import { heapInUse } from './heap-in-use.ts';

export type BreakerName = 'request' | 'fielddata' | 'inflight_requests';

interface Breaker {
  readonly settings: string;
  readonly limit: string;
  readonly overhead: number;
  /** Whether what it counts goes away by itself: a refused request may be sent again. */
  readonly isTransient: boolean;
}

/** In the order that error texts list them. */
const BREAKERS: Readonly<Record<BreakerName, Breaker>> = {
  fielddata: {
    settings: 'indices.breaker.fielddata',
    limit: '40%',
    overhead: 1.03,
    isTransient: false,
  },
  request: { settings: 'indices.breaker.request', limit: '60%', overhead: 1, isTransient: true },
  inflight_requests: {
    settings: 'network.breaker.inflight_requests',
    limit: '100%',
    overhead: 2,
    isTransient: true,
  },
};
const NAMES = Object.keys(BREAKERS) as BreakerName[];
/** Of plug-ins this engine does not have; error texts and statistics list them all the same. */
const UNUSED = ['model_inference', 'eql_sequence'];
const PARENT_LIMIT = { real: '95%', counted: '70%' };

export interface BreakerStats {
  readonly limit: number;
  readonly estimated: number;
  readonly overhead: number;
  readonly tripped: number;
}

export interface BreakerOptions {
  /** A setting's value, asked for every time: these may change while the node runs. */
  readonly setting?: (name: string) => string | undefined;
  /** Bytes of heap in use; `afterCollection` when only what cannot be freed is wanted. */
  readonly measure?: (afterCollection: boolean) => number;
}

export class CircuitBreakers {
  private readonly used: Record<BreakerName, number> = {
    request: 0,
    fielddata: 0,
    inflight_requests: 0,
  };
  private readonly trips: Record<BreakerName | 'parent', number> = {
    request: 0,
    fielddata: 0,
    inflight_requests: 0,
    parent: 0,
  };
  private readonly setting: (name: string) => string | undefined;
  private readonly measure: (afterCollection: boolean) => number;

  constructor(
    readonly budget: number,
    { setting = () => undefined, measure = heapInUse }: BreakerOptions = {},
  ) {
    this.setting = setting;
    this.measure = measure;
    // A limit that cannot be read stops the start, not every request.
    this.parentLimit();
    for (const name of NAMES) this.limitOf(name);
  }

  /** Counts `bytes` in, or throws circuit_breaking_exception and counts nothing. */
  take(breaker: BreakerName, bytes: number, label: string): void {
    const limit = this.limitOf(breaker);
    const wanted = Math.floor((this.used[breaker] + bytes) * this.overheadOf(breaker));
    if (limit >= 0 && wanted > limit) {
      const isTransient = BREAKERS[breaker].isTransient;
      throw this.trip(breaker, wanted, limit, label, '', isTransient);
    }
    this.checkParent(bytes, label);
    this.used[breaker] += bytes;
  }

  /** Gives back what was taken. */
  release(breaker: BreakerName, bytes: number): void {
    this.used[breaker] = Math.max(0, this.used[breaker] - bytes);
  }

  stats(): Record<string, BreakerStats> {
    const of = (name: BreakerName): [string, BreakerStats] => [
      name,
      {
        limit: this.limitOf(name),
        estimated: this.used[name],
        overhead: this.overheadOf(name),
        tripped: this.trips[name],
      },
    ];
    const unused = { limit: Math.floor(this.budget / 2), estimated: 0, overhead: 1, tripped: 0 };
    return {
      ...Object.fromEntries(UNUSED.map((name) => [name, unused])),
      ...Object.fromEntries(NAMES.map(of)),
      parent: {
        limit: this.parentLimit(),
        estimated: Math.max(this.total(), this.isReal ? this.measure(false) : 0),
        overhead: 1,
        tripped: this.trips.parent,
      },
    };
  }

  private checkParent(bytes: number, label: string): void {
    const limit = this.parentLimit();
    const counted = this.total() + bytes;
    if (counted > limit) {
      throw this.trip('parent', counted, limit, label, '', this.isMostlyTransient());
    }
    if (!this.isReal || this.measure(false) + bytes <= limit) return;
    // What is only garbage must not refuse anybody.
    const real = this.measure(true);
    if (real + bytes <= limit) return;
    const more = `, real usage: [${both(real)}], new bytes reserved: [${both(bytes)}]`;
    throw this.trip('parent', real + bytes, limit, label, more, this.isMostlyTransient());
  }

  private get isReal(): boolean {
    return this.setting('indices.breaker.total.use_real_memory') !== 'false';
  }

  private parentLimit(): number {
    const given = this.setting('indices.breaker.total.limit');
    const otherwise = this.isReal ? PARENT_LIMIT.real : PARENT_LIMIT.counted;
    return breakerLimit(given ?? otherwise, this.budget, 'indices.breaker.total.limit');
  }

  private limitOf(name: BreakerName): number {
    const { settings, limit } = BREAKERS[name];
    const setting = `${settings}.limit`;
    return breakerLimit(this.setting(setting) ?? limit, this.budget, setting);
  }

  private overheadOf(name: BreakerName): number {
    const { settings, overhead } = BREAKERS[name];
    const given = Number(this.setting(`${settings}.overhead`));
    return Number.isNaN(given) ? overhead : given;
  }

  /** What the children hold, with their overheads. */
  private total(): number {
    return NAMES.reduce(
      (sum, name) => sum + Math.floor(this.used[name] * this.overheadOf(name)),
      0,
    );
  }

  private isMostlyTransient(): boolean {
    const sum = (isTransient: boolean) =>
      NAMES.filter((name) => BREAKERS[name].isTransient === isTransient).reduce(
        (total, name) => total + this.used[name],
        0,
      );
    return sum(true) >= sum(false);
  }

  private trip(
    name: BreakerName | 'parent',
    wanted: number,
    limit: number,
    label: string,
    more: string,
    isTransient: boolean,
  ): SearchError {
    this.trips[name] += 1;
    const usages = [
      ...UNUSED.map((of) => `${of}=0/0b`),
      ...NAMES.map((of) => `${of}=${both(this.used[of])}`),
    ];
    const listed = name === 'parent' ? `, usages [${usages.join(', ')}]` : '';
    return new SearchError(
      'circuit_breaking_exception',
      `[${name}] Data too large, data for [${label}] would be [${both(wanted)}], which is larger than the limit of [${both(limit)}]${more}${listed}`,
      {
        fields: {
          bytes_wanted: wanted,
          bytes_limit: limit,
          durability: isTransient ? 'TRANSIENT' : 'PERMANENT',
        },
      },
    );
  }
}

function both(bytes: number): string {
  return `${bytes}/${bytesText(bytes)}`;
}
