/** kill -9 while indices, aliases, mappings and templates change: what was acknowledged is there. */
import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import type { SearchServer } from '@tandem/testkit/search-server.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startVictim } from './victim.ts';

const KEPT = 4;

/** Names of things and whether they are there; unknown while a change is not answered. */
class Known {
  private readonly states = new Map<string, boolean | undefined>();
  private left = 0;
  private whenMade = () => {};

  async change(name: string, isThere: boolean, request: () => Promise<{ status: number }>) {
    this.states.set(name, undefined);
    expect((await request()).status).toBe(200);
    this.states.set(name, isThere);
    this.left -= 1;
    if (this.left === 0) this.whenMade();
  }

  /** Calls back after so many more changes. */
  after(changes: number, whenMade: () => void): void {
    this.left = changes;
    this.whenMade = whenMade;
  }

  /** Compares, and takes what is found for known. */
  settle(name: string, isThere: boolean): void {
    const known = this.states.get(name);
    if (known !== undefined) expect(`${name}: ${isThere}`).toBe(`${name}: ${known}`);
    this.states.set(name, isThere);
  }

  isThere(name: string): boolean {
    return this.states.get(name) === true;
  }

  /** What belongs to a thing goes with it. */
  forgetBelow(name: string): void {
    for (const other of this.names()) if (other.startsWith(`${name}/`)) this.states.delete(other);
  }

  names(): string[] {
    return [...this.states.keys()];
  }
}

class Changes {
  private number = 0;
  private readonly known = new Known();

  constructor(private readonly server: () => SearchServer) {}

  /** Changes things until the node is gone: it is killed about when `changes` of them are made. */
  async run(changes: number, delayMs: number): Promise<void> {
    const { process } = this.server();
    this.known.after(changes, () => setTimeout(() => process.kill('SIGKILL'), delayMs));
    try {
      for (;;) await this.one();
    } catch (error) {
      if ((error as { code?: string }).code === undefined) throw error;
      await this.server().process.exited;
    }
  }

  async check(dataDir: string, kills: number): Promise<void> {
    for (const name of this.known.names()) {
      const { status } = await this.call('GET', name);
      this.known.settle(name, status === 200);
    }
    const { body } = await this.call('GET', '/_settings');
    const all = Object.values(body as Record<string, { settings: { index: { uuid: string } } }>);
    const uuids = all.map(({ settings }) => settings.index.uuid).sort();
    const indices = join(dataDir, 'indices');
    const files = existsSync(indices) ? readdirSync(indices) : [];
    expect(uuids.filter((uuid) => !files.includes(uuid))).toEqual([]);
    // An index that was never acknowledged may leave empty shards; a deleted one leaves nothing.
    expect(files.length - uuids.length).toBeLessThanOrEqual(kills);
  }

  private call(method: string, path: string, body?: unknown) {
    return this.server().call(method, path, body);
  }

  private async one(): Promise<void> {
    this.number += 1;
    const name = `/index-${this.number}`;
    const put = (path: string, body: object, thing = path) =>
      this.known.change(thing, true, () => this.call('PUT', path, body));
    const settings = { number_of_shards: 2, number_of_replicas: 0 };
    await put(name, { settings });
    await put(`${name}/_alias/alias-${this.number}`, {});
    const field = `${name}/_mapping/field/word`;
    await put(`${name}/_mapping`, { properties: { word: { type: 'keyword' } } }, field);
    const pattern = { index_patterns: [`template-${this.number}-*`] };
    await put(`/_index_template/template-${this.number}`, pattern);
    if (this.number <= KEPT) return;
    const old = this.number - KEPT;
    this.known.forgetBelow(`/index-${old}`);
    for (const path of [`/index-${old}`, `/_index_template/template-${old}`]) {
      // What the kill cut short was perhaps never made.
      if (!this.known.isThere(path)) continue;
      await this.known.change(path, false, () => this.call('DELETE', path));
    }
  }
}

test('no acknowledged change of indices, aliases, mappings and templates is lost', async () => {
  const random = seededRandom('metadata');
  const dataDir = tempDir('crash');
  let server = await startVictim(dataDir);
  const changes = new Changes(() => server);
  for (let round = 0; round < rounds(2, 60); round += 1) {
    await changes.run(1 + Math.floor(random() * 40), random() * 20);
    server = await startVictim(dataDir);
    await changes.check(dataDir, round + 1);
  }
  await server.process.stop();
}, 600_000);
