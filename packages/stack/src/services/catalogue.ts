import type { ServiceDescriptor } from './descriptor.ts';
import { kv } from './kv.ts';
import { search } from './search.ts';

/** What a `tandem` command can start: the services that exist, and how they can be arranged. */
export interface Catalogue {
  readonly services: readonly ServiceDescriptor[];
  /** The first one is the default. */
  readonly topologies: readonly string[];
}

/** The product. A later service is one more descriptor here. */
export const catalogue: Catalogue = {
  services: [kv, search],
  topologies: ['standalone'],
};
