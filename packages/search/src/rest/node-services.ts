import type { AnalysisRegistry } from '../analysis/core/registry.ts';
import type { DocumentService } from '../documents/document-service.ts';
import type { HttpListener } from '../http/listener.ts';
import type { Log } from '../log.ts';
import type { CircuitBreakers } from '../memory/circuit-breakers.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import type { NodeIdentity } from '../node-identity.ts';
import type { SearchService } from '../search/search-service.ts';
import type { Security } from '../security/security.ts';
import type { Settings } from '../settings/settings.ts';
import type { SynonymSets } from '../synonyms/synonym-sets.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';

/** What routes may use of the node. */
export interface NodeServices {
  readonly settings: Settings;
  readonly identity: NodeIdentity;
  readonly nodeName: string;
  readonly clusterName: string;
  readonly dataDir: string;
  readonly breakers: CircuitBreakers;
  readonly log: Log;
  /** What analysis knows without an index. */
  readonly registry: AnalysisRegistry;
  readonly synonyms: SynonymSets;
  readonly indices: IndicesService;
  readonly search: SearchService;
  readonly documents: DocumentService;
  readonly tasks: TaskRegistry;
  /** Undefined when `xpack.security.enabled` is false. */
  readonly security: Security | undefined;
  /** Undefined until the node listens. */
  http(): HttpListener | undefined;
  /** `host:port` that others reach the node at; empty until it listens. */
  addresses(): { readonly http: string; readonly transport: string };
}
