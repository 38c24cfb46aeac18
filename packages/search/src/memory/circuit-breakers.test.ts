import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { SearchError } from '../errors/search-error.ts';
import { startTestNode, type TestNode } from '../testing.ts';
import { CircuitBreakers } from './circuit-breakers.ts';

const thrownBy = (act: () => void): SearchError => {
  try {
    act();
  } catch (error) {
    if (error instanceof SearchError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};
const quiet = { measure: () => 0 };

describe('breakers', () => {
  test('one kind of use has its limit, with its overhead', () => {
    const breakers = new CircuitBreakers(1000, quiet);
    breakers.take('fielddata', 300, 'f');
    const error = thrownBy(() => breakers.take('fielddata', 100, '_id'));
    expect(error.status).toBe(429);
    expect(error.type).toBe('circuit_breaking_exception');
    expect(error.reason).toBe(
      '[fielddata] Data too large, data for [_id] would be [412/412b], which is larger than the limit of [400/400b]',
    );
    expect(error.fields).toEqual({ bytes_wanted: 412, bytes_limit: 400, durability: 'PERMANENT' });
    expect(breakers.stats().fielddata).toMatchObject({ estimated: 300, tripped: 1 });
  });

  test('the parent bounds the sum, and what was given back may be taken again', () => {
    const setting = (name: string) => (name.endsWith('use_real_memory') ? 'false' : undefined);
    const breakers = new CircuitBreakers(1000, { ...quiet, setting });
    breakers.take('request', 500, 'r');
    const error = thrownBy(() => breakers.take('inflight_requests', 250, '<http_request>'));
    expect(error.reason).toBe(
      '[parent] Data too large, data for [<http_request>] would be [750/750b], which is larger than the limit of [700/700b], usages [model_inference=0/0b, eql_sequence=0/0b, fielddata=0/0b, request=500/500b, inflight_requests=0/0b]',
    );
    breakers.release('request', 500);
    breakers.take('inflight_requests', 250, '<http_request>');
  });

  test('what the process really holds counts, unless it is garbage', () => {
    let garbage = 900;
    const measure = (afterCollection: boolean) => {
      if (afterCollection) garbage = 0;
      return 100 + garbage;
    };
    const breakers = new CircuitBreakers(1000, { measure });
    breakers.take('request', 10, 'r');
    const full = new CircuitBreakers(1000, { measure: () => 949 });
    const error = thrownBy(() => full.take('request', 10, 'search'));
    expect(error.reason).toContain(
      'would be [959/959b], which is larger than the limit of [950/950b], real usage: [949/949b], new bytes reserved: [10/10b], usages [',
    );
    expect(error.fields.durability).toBe('TRANSIENT');
  });

  test('limits follow the settings, as a share or in bytes', () => {
    let limit = '10%';
    const setting = (name: string) =>
      name === 'indices.breaker.request.limit' ? limit : undefined;
    const breakers = new CircuitBreakers(1000, { ...quiet, setting });
    expect(() => breakers.take('request', 101, 'r')).toThrow();
    limit = '200b';
    breakers.take('request', 101, 'r');
  });
});

describe('a node', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode(tempDir('breakers'), {
      'discovery.type': 'single-node',
      'network.breaker.inflight_requests.limit': '1mb',
    });
  });
  afterAll(() => node.node.stop());

  test('refuses a body over the limit with a 429, and lives', async () => {
    const large = { settings: { x: 'y'.repeat(800_000) } };
    const { status, body } = await node.call('PUT', '/large', large);
    expect(status).toBe(429);
    expect(body.error).toMatchObject({
      type: 'circuit_breaking_exception',
      bytes_limit: 1024 * 1024,
      durability: 'TRANSIENT',
    });
    expect((await node.call('PUT', '/small')).status).toBe(200);
    const { body: stats } = await node.call('GET', '/_nodes/stats/breaker');
    const [own] = Object.values(stats.nodes as Record<string, unknown>);
    expect(own).toMatchObject({
      breakers: { inflight_requests: { estimated_size_in_bytes: 0, tripped: 1, overhead: 2 } },
    });
  });

  test('takes a new limit while it runs', async () => {
    const large = { settings: { 'index.blocks.write': `${' '.repeat(800_000)}` } };
    await node.call('PUT', '/_cluster/settings', {
      persistent: { 'network.breaker.inflight_requests.limit': '100mb' },
    });
    expect((await node.call('PUT', '/larger', large)).status).toBe(400);
  });
});
