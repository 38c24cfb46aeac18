/** One row of "who may not import whom"; names are `package` or `package/path-inside-src`. */
export interface ImportRule {
  readonly from: string;
  /** What `from` must never import; `*` is every other package. */
  readonly never: readonly string[];
  readonly except?: readonly string[];
}

/**
 * The package table of ARCHITECTURE.md. Every package has a row, also when nothing is forbidden
 * to it; a package without one fails the test, so that a newcomer to the house is placed.
 */
export const packageRules: readonly ImportRule[] = [
  { from: 'common', never: ['*'] },
  { from: 'kv', never: ['*'], except: ['common'] },
  { from: 'search', never: ['*'], except: ['common'] },
  { from: 'stack', never: ['*'], except: ['common'] },
  { from: 'testkit', never: ['*'], except: ['common'] },
];

/**
 * Layers inside a package: transport → commands → engine → structures. A row is a folder (or
 * file) and what lies above it.
 */
export const layerRules: readonly ImportRule[] = [
  { from: 'kv/structures', never: ['kv/store', 'kv/commands', 'kv/net', 'kv/server.ts'] },
  { from: 'kv/store', never: ['kv/commands', 'kv/net', 'kv/server.ts'] },
  { from: 'kv/resp', never: ['kv/commands', 'kv/store', 'kv/server.ts'] },
  { from: 'search/json', never: ['search'], except: ['search/json'] },
  { from: 'search/errors', never: ['search'], except: ['search/errors', 'search/json'] },
  {
    from: 'search/analysis',
    never: ['search/http', 'search/rest', 'search/security', 'search/node.ts'],
  },
  {
    from: 'search/index',
    never: ['search/http', 'search/rest', 'search/security', 'search/node.ts'],
  },
  {
    from: 'search/query',
    never: ['search/http', 'search/rest', 'search/security', 'search/node.ts'],
  },
  {
    from: 'search/search',
    never: ['search/http', 'search/rest', 'search/security', 'search/node.ts'],
  },
  {
    from: 'search/documents',
    never: ['search/http', 'search/rest', 'search/search', 'search/security', 'search/node.ts'],
  },
];
