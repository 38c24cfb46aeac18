/** One running node: settings and a data directory become listeners with routes behind them. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { DirectoryLock } from '@tandem/common/directory-lock.ts';
import { createRegistry } from './analysis/builtin.ts';
import { DirectoryFiles } from './analysis/core/config-files.ts';
import { DocumentService } from './documents/document-service.ts';
import { illegalArgument, SearchError } from './errors/search-error.ts';
import { Controller, type Gate, openGate } from './http/controller.ts';
import { HttpListener } from './http/listener.ts';
import { Router } from './http/router.ts';
import type { Log } from './log.ts';
import { FieldMapping } from './mapping/index-mapping.ts';
import { CircuitBreakers } from './memory/circuit-breakers.ts';
import { IndicesService } from './metadata/indices-service.ts';
import { loadIdentity } from './node-identity.ts';
import { allRoutes } from './rest/index.ts';
import type { NodeServices } from './rest/node-services.ts';
import { SearchService } from './search/search-service.ts';
import { newLocalToken, publishLocalAccess, withdrawLocalAccess } from './security/local-access.ts';
import { Security } from './security/security.ts';
import { SecurityStore } from './security/security-store.ts';
import { addressText, bindHost, reachableHost } from './settings/addresses.ts';
import type { Settings } from './settings/settings.ts';
import { bytesText } from './settings/units.ts';
import { SynonymSets } from './synonyms/synonym-sets.ts';
import { StoredTaskResults } from './tasks/stored-results.ts';
import { TaskRegistry } from './tasks/task-registry.ts';
import { TransportListener } from './transport/transport-listener.ts';
import { BUILD_DATE, BUILD_HASH, VERSION } from './version.ts';

const MB = 2 ** 20;

export interface NodeOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly heapBudget: number;
  /** ELASTIC_PASSWORD: the first password of `elastic`. */
  readonly elasticPassword: string | undefined;
  /** Told of a generated first password. */
  readonly announcePassword: (password: string) => void;
}

export class SearchNode {
  readonly httpPort: number;
  readonly transportPort: number;

  private constructor(
    private readonly services: NodeServices & { readonly dataDir: string },
    private readonly http: HttpListener,
    private readonly transport: TransportListener,
    private readonly lock: DirectoryLock,
    ports: { readonly http: number; readonly transport: number },
  ) {
    this.httpPort = ports.http;
    this.transportPort = ports.transport;
  }

  /** Resolves once the node answers; throws a SearchError or UserError that says why it cannot. */
  static async start(options: NodeOptions): Promise<SearchNode> {
    const { settings, log } = options;
    settings.check();
    checkDiscovery(settings);
    checkTls(settings);
    const dataDir = dataDirectory(settings);
    log.nodeName = settings.text('node.name') ?? hostname();
    log.info(
      'o.e.n.Node',
      `version[${VERSION}], pid[${process.pid}], build[tar/${BUILD_HASH}/${BUILD_DATE}], budget[${bytesText(options.heapBudget)}]`,
    );
    const lock = lockDirectory(dataDir);
    try {
      return await SearchNode.startLocked(options, dataDir, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  private static async startLocked(
    options: NodeOptions,
    dataDir: string,
    lock: DirectoryLock,
  ): Promise<SearchNode> {
    const { settings, log } = options;
    const registry = createRegistry(new DirectoryFiles(configPath(settings)));
    const synonyms = new SynonymSets(dataDir);
    registry.synonymSet = (name) => synonyms.rules(name).map((rule) => rule.synonyms);
    let listener: HttpListener | undefined;
    let addresses = { http: '', transport: '' };
    const token = newLocalToken();
    const security = settings.boolean('xpack.security.enabled', true)
      ? new Security(new SecurityStore(dataDir), token)
      : undefined;
    const identity = loadIdentity(dataDir);
    const indices = await IndicesService.start(
      dataDir,
      (body, settings) => FieldMapping.parse(body, settings, registry),
      (message) => log.warn('o.e.g.GatewayMetaState', message),
    );
    const services: NodeServices = {
      settings,
      log,
      registry,
      synonyms,
      dataDir,
      security,
      identity,
      nodeName: log.nodeName,
      clusterName: settings.text('cluster.name') ?? 'elasticsearch',
      breakers: new CircuitBreakers(options.heapBudget, {
        setting: (name) => {
          const { transientSettings, persistentSettings } = indices.state;
          const told = transientSettings.get(name) ?? persistentSettings.get(name);
          return told === undefined ? settings.text(name) : String(told);
        },
      }),
      indices,
      documents: new DocumentService(indices, settings.text('action.auto_create_index')),
      search: new SearchService(indices, identity.nodeId),
      tasks: new TaskRegistry(identity.nodeId, new StoredTaskResults(indices)),
      http: () => listener,
      addresses: () => addresses,
    };
    const generated = await security?.bootstrap(options.elasticPassword);
    if (generated !== undefined) options.announcePassword(generated);
    const controller = new Controller({
      router: new Router(allRoutes(services)),
      gate: (security as Gate | undefined) ?? openGate,
      tasks: services.tasks,
      detailedErrors: settings.boolean('http.detailed_errors.enabled', true),
      report: (error, head) =>
        log.warn(
          'r.suppressed',
          `path: ${head.path}: ${error instanceof Error ? error.stack : String(error)}`,
        ),
    });
    const transport = await bindTransport(settings, log);
    try {
      const http = await bindHttp(settings, controller, services.breakers, log);
      listener = http.listener;
      addresses = {
        http: addressText(reachableHost(http.host), http.port),
        transport: addressText(reachableHost(bindHost(settings, 'transport')), transport.port),
      };
      const url = `http://${addressText(reachableHost(http.host), http.port)}`;
      publishLocalAccess(dataDir, { url, token });
      log.info('o.e.n.Node', 'started');
      return new SearchNode(services, http.listener, transport.listener, lock, {
        http: http.port,
        transport: transport.port,
      });
    } catch (error) {
      await transport.listener.close();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.services.log.info('o.e.n.Node', 'stopping ...');
    withdrawLocalAccess(this.services.dataDir);
    await Promise.all([this.http.close(), this.transport.close()]);
    this.services.documents.stop();
    this.services.search.stop();
    await this.services.indices.stop();
    this.lock.release();
    this.services.log.info('o.e.n.Node', 'stopped');
    this.services.log.info('o.e.n.Node', 'closed');
  }
}

/** Where the node's data lives: the first of `path.data`, by default `data` below `path.home`. */
export function dataPath(settings: Settings): string {
  const home = resolve(settings.text('path.home') ?? '.');
  return resolve(home, settings.list('path.data')[0] ?? join(home, 'data'));
}

/** Where settings and the files they name are. */
function configPath(settings: Settings): string {
  const home = resolve(settings.text('path.home') ?? '.');
  return resolve(home, settings.text('path.conf') ?? 'config');
}

function dataDirectory(settings: Settings): string {
  const path = dataPath(settings);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new SearchError('illegal_state_exception', `Unable to access 'path.data' (${path})`, {
      cause,
    });
  }
  return path;
}

function lockDirectory(dataDir: string): DirectoryLock {
  const lock = DirectoryLock.take(join(dataDir, 'node.lock'));
  if (lock !== undefined) return lock;
  throw new SearchError(
    'illegal_state_exception',
    `failed to obtain node locks, tried [${dataDir}]; maybe these locations are not writable or multiple nodes were started on the same data path?`,
  );
}

function checkDiscovery(settings: Settings): void {
  const type = settings.text('discovery.type') ?? 'multi-node';
  if (type !== 'single-node' && type !== 'multi-node') {
    throw illegalArgument(`Unknown discovery type [${type}]`);
  }
  if (type === 'single-node' && settings.list('cluster.initial_master_nodes').length > 0) {
    throw illegalArgument(
      'setting [cluster.initial_master_nodes] is not allowed when [discovery.type] is set to [single-node]',
    );
  }
  if (type === 'multi-node' && settings.list('discovery.seed_hosts').length > 0) {
    throw illegalArgument(
      'discovery.seed_hosts names other nodes, but this engine runs as a single node; set [discovery.type] to [single-node]',
    );
  }
}

/** Better no start than one that answers in the clear where TLS was asked for. */
function checkTls(settings: Settings): void {
  if (settings.boolean('xpack.security.http.ssl.enabled', false)) {
    throw illegalArgument(
      '[xpack.security.http.ssl.enabled] is not supported by this engine yet: put a TLS proxy before it, or set it to false',
    );
  }
}

/** Tries the ports of a range in order; throws what the reference says when none is free. */
async function bindFirst<T extends { listen(): Promise<number> }>(
  what: 'BindHttpException' | 'BindTransportException',
  host: string,
  { first, last }: { readonly first: number; readonly last: number },
  make: (port: number) => T,
): Promise<{ listener: T; port: number; host: string }> {
  for (let port = first; port <= last; port += 1) {
    const listener = make(port);
    try {
      return { listener, port: await listener.listen(), host };
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code;
      if (code === 'EADDRINUSE' && port < last) continue;
      const range = first === last ? `${first}` : `${first}-${last}`;
      const reason = code === 'EADDRINUSE' ? 'Address already in use' : String(cause);
      throw new SearchError(
        'exception',
        `${what}: Failed to bind to ${host}:[${range}]; nested: BindException[${reason}]`,
        { cause },
      );
    }
  }
  throw new Error('an empty port range');
}

async function bindHttp(
  settings: Settings,
  controller: Controller,
  breakers: CircuitBreakers,
  log: Log,
): Promise<{ listener: HttpListener; port: number; host: string }> {
  const host = bindHost(settings, 'http');
  const bound = await bindFirst(
    'BindHttpException',
    host,
    settings.ports('http.port', '9200-9300'),
    (port) =>
      new HttpListener(
        {
          host,
          port,
          maxContentLength: settings.bytes('http.max_content_length', 100 * MB),
          maxHeaderSize: settings.bytes('http.max_header_size', 16 * 1024),
          compression: settings.boolean('http.compression', true),
          compressionLevel: settings.integer('http.compression_level', 3),
        },
        controller,
        breakers,
      ),
  );
  logBound(log, 'o.e.h.AbstractHttpServerTransport', host, bound.port);
  return bound;
}

async function bindTransport(
  settings: Settings,
  log: Log,
): Promise<{ listener: TransportListener; port: number }> {
  const host = bindHost(settings, 'transport');
  const bound = await bindFirst(
    'BindTransportException',
    host,
    settings.ports('transport.port', '9300-9400'),
    (port) => new TransportListener({ host, port }),
  );
  logBound(log, 'o.e.t.TransportService', host, bound.port);
  return bound;
}

function logBound(log: Log, component: string, host: string, port: number): void {
  const published = addressText(reachableHost(host), port);
  log.info(
    component,
    `publish_address {${published}}, bound_addresses {${addressText(host, port)}}`,
  );
}
