import type { SearchServer } from '@tandem/testkit/search-server.ts';
import { Ledger, type Written } from './ledger.ts';

export const INDICES = {
  request: { name: 'kept', shards: 2 },
  async: { name: 'late', shards: 1 },
} as const;
type Durability = keyof typeof INDICES;

const BATCH = 20;
const IDS = 60;

interface Item {
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly status: number;
}

interface MgetDocument {
  readonly _id: string;
  readonly found: boolean;
  readonly _version?: number;
  readonly _seq_no?: number;
  readonly _source?: { readonly content: string };
}

/** Writes to one index under bulk load, and what is known of them. */
export class Load {
  readonly ledger = new Ledger();
  private batch = 0;
  /** With `async`: answered, but promised only by the next flush. */
  private answered: { id: string; written: Written; item: Item }[] = [];

  constructor(
    private readonly durability: Durability,
    private readonly random: () => number,
  ) {}

  async createIndex(victim: SearchServer): Promise<void> {
    const { name, shards } = INDICES[this.durability];
    // Commits and merges come by themselves in between: the translog is allowed little.
    await victim.call('PUT', `/${name}`, {
      settings: {
        number_of_shards: shards,
        number_of_replicas: 0,
        'translog.durability': this.durability,
        'translog.flush_threshold_size': '24kb',
        'translog.sync_interval': '100ms',
      },
    });
  }

  /** Writes until the node is gone. */
  async run(victim: SearchServer, until: () => boolean = () => false): Promise<void> {
    const { name } = INDICES[this.durability];
    try {
      while (!until()) {
        await this.bulk(victim);
        const chance = this.random();
        if (chance < 0.15) await victim.call('POST', `/${name}/_refresh`);
        else if (chance < 0.3) await this.flush(victim);
        else if (chance < 0.35) await victim.call('POST', `/${name}/_forcemerge`);
      }
    } catch (error) {
      // The connection broke, or was refused.
      if (!(error instanceof Error)) throw error;
      if (!victim.process.hasEnded) await victim.process.exited;
    }
  }

  /** Everything that is wrong after a start. */
  async complaints(victim: SearchServer): Promise<string[]> {
    const { name } = INDICES[this.durability];
    const ids = this.ledger.ids();
    if (ids.length === 0) return [];
    this.answered = [];
    const { body } = await victim.call('POST', `/${name}/_mget`, { ids });
    const complaints: string[] = [];
    const docs = body.docs as unknown as MgetDocument[];
    for (const { _id, found, _version, _seq_no, _source } of docs) {
      const content = found ? _source?.content : undefined;
      const complaint = this.ledger.settle(_id, { content, version: _version, seqNo: _seq_no });
      if (complaint !== undefined) complaints.push(complaint);
    }
    await victim.call('POST', `/${name}/_refresh`);
    const counted = (await victim.call('GET', `/${name}/_count`)).body.count as unknown as number;
    const there = docs.filter(({ found }) => found).length;
    if (counted !== there) complaints.push(`${name}: ${counted} documents found, ${there} by id`);
    return complaints;
  }

  private async bulk(victim: SearchServer): Promise<void> {
    const { name } = INDICES[this.durability];
    const lines: string[] = [];
    const sent: { id: string; written: Written }[] = [];
    this.batch += 1;
    for (let i = 0; i < BATCH; i += 1) {
      const id = `d${Math.floor(this.random() * IDS)}`;
      const isDelete = this.random() < 0.15;
      const content = isDelete ? undefined : `batch ${this.batch} write ${i}`;
      lines.push(JSON.stringify({ [isDelete ? 'delete' : 'index']: { _index: name, _id: id } }));
      if (!isDelete) lines.push(JSON.stringify({ content, filler: 'x'.repeat(200) }));
      sent.push({ id, written: this.ledger.sent(id, content) });
    }
    const { body } = await victim.call('POST', '/_bulk', `${lines.join('\n')}\n`);
    const items = body.items as unknown as Record<string, Item>[];
    const answered = sent.map(({ id, written }, i) => {
      const [item] = Object.values(items[i] as Record<string, Item>) as [Item];
      if (item._id !== id || (item.status >= 300 && item.status !== 404)) {
        throw new TypeError(`bulk answered ${JSON.stringify(items[i])}`);
      }
      return { id, written, item };
    });
    if (this.durability === 'request') this.acknowledge(answered);
    else this.answered.push(...answered);
  }

  private async flush(victim: SearchServer): Promise<void> {
    const { name } = INDICES[this.durability];
    const promised = this.answered;
    const { status } = await victim.call('POST', `/${name}/_flush`);
    if (status !== 200) return;
    this.acknowledge(promised);
    this.answered = [];
  }

  private acknowledge(answered: typeof this.answered): void {
    for (const { id, written, item } of answered) {
      this.ledger.acknowledged(id, written, item._version, item._seq_no);
    }
  }
}
