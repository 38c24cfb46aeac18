/**
 * Consumer groups: what was delivered to whom and is not acknowledged yet.
 *
 * A pending entry is a record: its key the ID (16 bytes), its slot the time of the last delivery, its
 * value
 *   float64 number of deliveries | u32 number of the consumer, NOBODY while it has none
 * It is in the group's tree and in that of its consumer.
 */
import { type Records, SLOT } from '../../../structures/record.ts';
import { ID_KEY, IdTree, recordId } from './id-tree.ts';
import { ID_BYTES, type StreamId, type Wide, writeId } from './stream-id.ts';

const VALUE_BYTES = 12;
const OWNER_AT = 8;
const NOBODY = 0xffffffff;
/** Rough charges for the objects themselves. */
const GROUP_BYTES = 300;
const CONSUMER_BYTES = 200;

export class Consumer {
  /** Of the last attempt to read or claim, ms. */
  seenTime: number;
  /** Of the last one that got something, -1 for never. */
  activeTime = -1;
  /** Made when something is pending for the first time. */
  pending: IdTree | null = null;

  constructor(
    readonly name: string,
    readonly number: number,
    now: number,
  ) {
    this.seenTime = now;
  }

  get pendingCount(): number {
    return this.pending === null ? 0 : this.pending.size;
  }
}

export class Group {
  readonly pending: IdTree;
  readonly consumers = new Map<string, Consumer>();
  /** By Consumer.number; null where one was deleted. */
  private readonly numbered: (Consumer | null)[] = [];
  private readonly freeNumbers: number[] = [];
  private pendingBytes = 0;

  constructor(
    private readonly records: Records,
    /** The last ID delivered. */
    public lastId: StreamId,
    /** Entries of the stream up to lastId, ever; null when unknown. */
    public entriesRead: Wide | null,
  ) {
    this.pending = new IdTree(records);
  }

  /** Consumers in the order of their names' bytes. */
  consumersByName(): Consumer[] {
    return [...this.consumers.values()].sort((x, y) => (x.name < y.name ? -1 : 1));
  }

  addConsumer(name: string, now: number): Consumer {
    const consumer = new Consumer(name, this.freeNumbers.pop() ?? this.numbered.length, now);
    this.numbered[consumer.number] = consumer;
    this.consumers.set(name, consumer);
    return consumer;
  }

  /** Deletes a consumer with all that is pending for it. */
  removeConsumer(consumer: Consumer): void {
    const own = consumer.pending;
    if (own !== null) {
      for (let r = own.first(); r !== 0; r = own.next()) {
        this.pending.remove(r);
        this.freeRecord(r);
      }
      own.free();
    }
    this.numbered[consumer.number] = null;
    this.freeNumbers.push(consumer.number);
    this.consumers.delete(consumer.name);
  }

  // ---- pending entries ----------------------------------------------------------------------

  id(r: number): StreamId {
    return recordId(this.records, r);
  }

  /** Adds a pending entry, its ID known to be absent. */
  addPending(id: StreamId, consumer: Consumer | null, time: number, deliveries: number): number {
    writeId(id, ID_KEY, 0);
    const r = this.records.create(SLOT, ID_KEY, 0, ID_BYTES, VALUE_BYTES);
    this.pendingBytes += this.records.arena.sizeOf(r);
    this.setTime(r, time);
    this.setDeliveries(r, deliveries);
    this.pending.insert(r);
    this.writeOwner(r, NOBODY);
    if (consumer !== null) this.give(r, consumer);
    return r;
  }

  time(r: number): number {
    return this.records.slot(r);
  }

  setTime(r: number, time: number): void {
    this.records.setSlot(r, time);
  }

  deliveries(r: number): number {
    return this.records.bytes(r).readDoubleLE(this.records.valueOffset(r));
  }

  setDeliveries(r: number, n: number): void {
    this.records.bytes(r).writeDoubleLE(n, this.records.valueOffset(r));
  }

  /** Whom the entry was delivered to last. */
  owner(r: number): Consumer | null {
    const n = this.records.bytes(r).readUInt32LE(this.records.valueOffset(r) + OWNER_AT);
    return n === NOBODY ? null : (this.numbered[n] as Consumer);
  }

  private writeOwner(r: number, n: number): void {
    this.records.bytes(r).writeUInt32LE(n, this.records.valueOffset(r) + OWNER_AT);
  }

  /** Makes a consumer the owner of a pending entry. */
  give(r: number, consumer: Consumer): void {
    const before = this.owner(r);
    if (before === consumer) return;
    before?.pending?.remove(r);
    consumer.pending ??= new IdTree(this.records);
    consumer.pending.insert(r);
    this.writeOwner(r, consumer.number);
  }

  /** An entry is no longer pending. */
  settle(r: number): void {
    this.owner(r)?.pending?.remove(r);
    this.pending.remove(r);
    this.freeRecord(r);
  }

  private freeRecord(r: number): void {
    const { arena } = this.records;
    this.pendingBytes -= arena.sizeOf(r);
    arena.free(r);
  }

  // ---- as a value ---------------------------------------------------------------------------

  copy(): Group {
    const twin = new Group(this.records, this.lastId, this.entriesRead);
    for (const consumer of this.consumers.values()) {
      const made = twin.addConsumer(consumer.name, consumer.seenTime);
      made.activeTime = consumer.activeTime;
    }
    for (let r = this.pending.first(); r !== 0; r = this.pending.next()) {
      const name = this.owner(r)?.name;
      const owner = name === undefined ? null : (twin.consumers.get(name) as Consumer);
      twin.addPending(this.id(r), owner, this.time(r), this.deliveries(r));
    }
    return twin;
  }

  free(): void {
    const { arena } = this.records;
    for (let r = this.pending.first(); r !== 0; r = this.pending.next()) arena.free(r);
    this.pending.free();
    for (const consumer of this.consumers.values()) consumer.pending?.free();
  }

  memory(): number {
    let bytes = GROUP_BYTES + this.pendingBytes + this.pending.bytes;
    for (const consumer of this.consumers.values())
      bytes += CONSUMER_BYTES + consumer.name.length + (consumer.pending?.bytes ?? 0);
    return bytes;
  }
}
