import type { RestRequest } from './request.ts';
import type { RestResponse } from './response.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';

export type Handler = (request: RestRequest) => RestResponse | Promise<RestResponse>;

/** One row of the REST table: everything the HTTP layer needs to know of an API. */
export interface Route {
  readonly methods: readonly Method[];
  /** `/{index}/_search`; what stands in braces becomes a parameter. */
  readonly path: string;
  /** Query parameters it knows, without those every API has (`pretty`, `filter_path` …). */
  readonly params: readonly string[];
  /** The action that privileges are checked for: `cluster:monitor/main`, `indices:data/read/get`. */
  readonly action: string;
  /** The index names an `indices:` action is checked on; by default the path's `{index}`. */
  readonly indices?: (request: RestRequest) => readonly string[];
  /** 'stream': the handler reads the body as it arrives, and it is never whole in memory. */
  readonly body?: 'stream';
  /** The reference prints this answer pretty unless told not to. */
  readonly prettyByDefault?: boolean;
  readonly handler: Handler;
}
