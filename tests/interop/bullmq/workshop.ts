import { afterEach } from 'bun:test';
import type { StartedServer } from '@tandem/testkit/servers.ts';
import {
  type ConnectionOptions,
  FlowProducer,
  type Processor,
  Queue,
  QueueEvents,
  type QueueEventsListener,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { forEachServer } from '../for-each-server.ts';

interface Closable {
  close(): Promise<unknown>;
}

/** BullMQ's parts around one queue of its own; all that a test opened is closed after it. */
export interface Workshop {
  readonly server: () => StartedServer;
  /** A queue that no other test uses. */
  queue(): Queue;
  worker(queue: Queue, process: Processor, options?: Partial<WorkerOptions>): Worker;
  flow(): FlowProducer;
  /** Events of a queue, from its beginning, as they come. */
  events(queue: Queue): Promise<{ seen: Seen[]; events: QueueEvents }>;
}

export interface Seen {
  readonly event: string;
  readonly jobId?: string;
  readonly [field: string]: unknown;
}

const EVENTS = [
  'added',
  'waiting',
  'active',
  'progress',
  'completed',
  'failed',
  'delayed',
  'stalled',
  'paused',
  'resumed',
  'removed',
  'drained',
  'retries-exhausted',
  'duplicated',
  'deduplicated',
] as const satisfies readonly (keyof QueueEventsListener)[];

let queues = 0;

/** Declares tests with BullMQ for each server; `connect` chooses the client that it uses. */
export function forEachWorkshop(
  tests: (workshop: Workshop) => void,
  connect: (port: number) => ConnectionOptions = (port) => ({ host: '127.0.0.1', port }),
): void {
  forEachServer((server) => {
    const opened: Closable[] = [];
    afterEach(async () => {
      for (const each of opened.splice(0).reverse()) await each.close();
    });
    const keep = <T extends Closable>(each: T): T => {
      opened.push(each);
      return each;
    };
    const connection = () => connect(server().port);
    tests({
      server,
      queue: () => keep(new Queue(`queue-${(queues += 1)}`, { connection: connection() })),
      worker: (queue, process, options = {}) =>
        keep(new Worker(queue.name, process, { connection: connection(), ...options })),
      flow: () => keep(new FlowProducer({ connection: connection() })),
      events: async (queue) => {
        const events = keep(
          new QueueEvents(queue.name, { connection: connection(), lastEventId: '0-0' }),
        );
        const seen: Seen[] = [];
        for (const event of EVENTS) {
          events.on(event, (details: object) => seen.push({ ...details, event }));
        }
        await events.waitUntilReady();
        return { seen, events };
      },
    });
  });
}
