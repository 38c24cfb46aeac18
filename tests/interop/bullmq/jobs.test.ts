import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { forEachWorkshop } from './workshop.ts';

forEachWorkshop(({ queue: newQueue, worker, events }) => {
  test('a job is worked on, tells its progress, and its result is waited for', async () => {
    const queue = newQueue();
    const { seen, events: queueEvents } = await events(queue);
    worker(queue, async (job) => {
      await job.updateProgress({ half: true });
      await job.log('working');
      return { doubled: (job.data as { n: number }).n * 2 };
    });
    const job = await queue.add('double', { n: 21 });
    expect(await job.waitUntilFinished(queueEvents)).toEqual({ doubled: 42 });
    expect(await job.getState()).toBe('completed');
    expect((await queue.getJobLogs(job.id!)).logs).toEqual(['working']);
    await eventually('all events', () => seen.some(({ event }) => event === 'completed'));
    const own = seen.filter(({ jobId }) => jobId === job.id).map(({ event }) => event);
    expect(own).toEqual(['added', 'waiting', 'active', 'progress', 'completed']);
    expect(seen.find(({ event }) => event === 'progress')?.data).toEqual({ half: true });
    expect(seen.find(({ event }) => event === 'completed')?.returnvalue).toEqual({ doubled: 42 });
  });

  test('hundreds of jobs, several workers: each job once', async () => {
    const queue = newQueue();
    const done: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      worker(queue, async (job) => void done.push((job.data as { n: number }).n), {
        concurrency: 10,
      });
    }
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    await queue.addBulk(numbers.map((n) => ({ name: 'count', data: { n } })));
    await eventually('all of them', async () => (await queue.getCompletedCount()) === 300);
    expect(done.sort((a, b) => a - b)).toEqual(numbers);
    expect(await queue.getJobCounts()).toMatchObject({ completed: 300, waiting: 0, active: 0 });
  });

  test('a failing job is tried again after growing pauses, then given up', async () => {
    const queue = newQueue();
    const { seen } = await events(queue);
    let tries = 0;
    worker(queue, async (job) => {
      tries += 1;
      if (job.name === 'hopeless' || job.attemptsMade < 2) throw new Error(`try ${tries}`);
      return 'at last';
    });
    const options = { attempts: 3, backoff: { type: 'exponential', delay: 5 } };
    const job = await queue.add('slow starter', {}, options);
    await eventually('success', async () => (await job.getState()) === 'completed');
    expect(tries).toBe(3);
    const delays = () => seen.filter(({ event }) => event === 'delayed').length;
    await eventually('both pauses', () => delays() === 2);

    const hopeless = await queue.add('hopeless', {}, { ...options, attempts: 2 });
    await eventually('failure', async () => (await hopeless.getState()) === 'failed');
    const failed = (await queue.getFailed())[0]!;
    expect(failed).toMatchObject({ id: hopeless.id, failedReason: 'try 5', attemptsMade: 2 });
    expect(failed.stacktrace).toHaveLength(2);
    await eventually('the last event', () => seen.some((e) => e.event === 'retries-exhausted'));

    await failed.retry();
    await eventually(
      'failure again',
      async () => (await queue.getFailedCount()) === 1 && tries > 5,
    );
  });

  test('what is delayed waits, and can be promoted', async () => {
    const queue = newQueue();
    const done: string[] = [];
    worker(queue, async (job) => void done.push(job.name));
    const late = await queue.add('late', {}, { delay: 3_600_000 });
    await queue.add('soon', {}, { delay: 30 });
    await eventually('the short delay', () => done.includes('soon'));
    expect(await late.getState()).toBe('delayed');
    await late.changeDelay(7_200_000);
    expect(await queue.getDelayedCount()).toBe(1);
    await late.promote();
    await eventually('the promoted one', () => done.includes('late'));
  });

  test('the most urgent goes first', async () => {
    const queue = newQueue();
    const done: string[] = [];
    for (const [name, priority] of [
      ['low', 10],
      ['high', 1],
      ['mid', 5],
      ['high too', 1],
    ] as const) {
      await queue.add(name, {}, { priority });
    }
    await queue.add('at once', {});
    const raised = await queue.add('raised', {}, { priority: 20 });
    await raised.changePriority({ priority: 2 });
    expect(await queue.getCountsPerPriority([1, 2, 5])).toEqual({ 1: 2, 2: 1, 5: 1 });
    worker(queue, async (job) => void done.push(job.name));
    await eventually('all', () => done.length === 6);
    expect(done).toEqual(['at once', 'high', 'high too', 'raised', 'mid', 'low']);
  });

  test('last in, first out, and no duplicates', async () => {
    const queue = newQueue();
    const done: string[] = [];
    await queue.add('a', {}, { lifo: true });
    await queue.add('b', {}, { lifo: true });
    const [first, again] = [
      await queue.add('c', {}, { jobId: 'same' }),
      await queue.add('d', {}, { jobId: 'same' }),
    ];
    expect(again.id).toBe(first.id);
    await queue.add('e', {}, { deduplication: { id: 'only' } });
    await queue.add('f', {}, { deduplication: { id: 'only' } });
    worker(queue, async (job) => void done.push(job.name));
    await eventually('all', async () => (await queue.getCompletedCount()) === 4);
    expect(done).toEqual(['b', 'a', 'c', 'e']);
  });
});
