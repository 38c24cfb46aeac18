/**
 * Circuit breakers: what requests hold in memory is counted before it is taken, and a request that
 * would take the node over its budget is refused with a 429, so that the node lives.
 *
 * The heap of the reference is our budget: 512 MB unless -Xmx says otherwise. Each breaker bounds
 * one kind of use; the parent bounds their sum.
 */
import { SearchError } from '../errors/search-error.ts';
import { bytesText } from '../settings/units.ts';

export type BreakerName = 'request' | 'fielddata' | 'in_flight_requests';

/** Share of the budget each may take, and the factor its estimates are multiplied with. */
const BREAKERS: Readonly<Record<BreakerName, { share: number; overhead: number }>> = {
  request: { share: 0.6, overhead: 1 },
  fielddata: { share: 0.4, overhead: 1.03 },
  in_flight_requests: { share: 1, overhead: 2 },
};
const PARENT_SHARE = 0.7;

export interface BreakerStats {
  readonly limit: number;
  readonly estimated: number;
  readonly overhead: number;
  readonly tripped: number;
}

export class CircuitBreakers {
  private readonly used: Record<BreakerName, number> = {
    request: 0,
    fielddata: 0,
    in_flight_requests: 0,
  };
  private readonly trips: Record<BreakerName | 'parent', number> = {
    request: 0,
    fielddata: 0,
    in_flight_requests: 0,
    parent: 0,
  };

  constructor(readonly budget: number) {}

  /** Counts `bytes` in, or throws circuit_breaking_exception and counts nothing. */
  take(breaker: BreakerName, bytes: number, label: string): void {
    const limit = Math.floor(this.budget * BREAKERS[breaker].share);
    const wanted = this.used[breaker] + bytes;
    if (wanted > limit) throw this.trip(breaker, wanted, limit, label);
    const sum = this.total() + bytes;
    const parentLimit = Math.floor(this.budget * PARENT_SHARE);
    if (sum > parentLimit) throw this.trip('parent', sum, parentLimit, label);
    this.used[breaker] = wanted;
  }

  /** Gives back what was taken. */
  release(breaker: BreakerName, bytes: number): void {
    this.used[breaker] = Math.max(0, this.used[breaker] - bytes);
  }

  stats(): Record<BreakerName | 'parent', BreakerStats> {
    const of = (name: BreakerName): BreakerStats => ({
      limit: Math.floor(this.budget * BREAKERS[name].share),
      estimated: this.used[name],
      overhead: BREAKERS[name].overhead,
      tripped: this.trips[name],
    });
    return {
      request: of('request'),
      fielddata: of('fielddata'),
      in_flight_requests: of('in_flight_requests'),
      parent: {
        limit: Math.floor(this.budget * PARENT_SHARE),
        estimated: this.total(),
        overhead: 1,
        tripped: this.trips.parent,
      },
    };
  }

  private total(): number {
    return this.used.request + this.used.fielddata + this.used.in_flight_requests;
  }

  private trip(
    name: BreakerName | 'parent',
    wanted: number,
    limit: number,
    label: string,
  ): SearchError {
    this.trips[name] += 1;
    const both = (bytes: number) => `${bytes}/${bytesText(bytes)}`;
    const usages = Object.entries(this.used).map(([of, bytes]) => `${of}=${both(bytes)}`);
    const more = name === 'parent' ? `, usages [${usages.join(', ')}]` : '';
    return new SearchError(
      'circuit_breaking_exception',
      `[${name}] Data too large, data for [${label}] would be [${both(wanted)}], which is larger than the limit of [${both(limit)}]${more}`,
      { fields: { bytes_wanted: wanted, bytes_limit: limit, durability: 'TRANSIENT' } },
    );
  }
}
