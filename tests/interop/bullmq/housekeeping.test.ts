import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { forEachWorkshop } from './workshop.ts';

const LONG_MS = 3_600_000;

forEachWorkshop(({ queue: newQueue, worker, events }) => {
  test('a job whose worker died is given to another', async () => {
    const queue = newQueue();
    const { seen } = await events(queue);
    // Holds its job without renewing the lock, as a worker does that has hung.
    const hung = worker(queue, () => new Promise(() => {}), {
      lockDuration: 50,
      skipLockRenewal: true,
      skipStalledCheck: true,
    });
    const job = await queue.add('orphan', {});
    await eventually('the first worker', async () => (await job.getState()) === 'active');
    await hung.close(true);
    worker(queue, async () => 'rescued', { stalledInterval: 50 });
    await eventually('the rescue', async () => (await job.getState()) === 'completed');
    expect((await queue.getJob(job.id!))?.returnvalue).toBe('rescued');
    await eventually('the event', () => seen.some(({ event }) => event === 'stalled'));
  });

  test('a scheduler makes one job after another, until its limit', async () => {
    const queue = newQueue();
    const done: string[] = [];
    worker(queue, async (job) => void done.push(job.name));
    await queue.upsertJobScheduler('ticker', { every: 20, limit: 3 }, { name: 'tick', data: {} });
    await eventually('three ticks', () => done.length === 3);
    expect(done).toEqual(['tick', 'tick', 'tick']);

    await queue.upsertJobScheduler('yearly', { pattern: '0 0 1 1 *' }, { name: 'party' });
    const scheduler = await queue.getJobScheduler('yearly');
    expect(scheduler).toMatchObject({ key: 'yearly', name: 'party', pattern: '0 0 1 1 *' });
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toContain('yearly');
    expect(await queue.getDelayedCount()).toBe(1);
    expect(await queue.removeJobScheduler('yearly')).toBe(true);
    expect(await queue.getDelayedCount()).toBe(0);
  });

  test('jobs are removed one by one, by age, and all together', async () => {
    const queue = newQueue();
    const { seen } = await events(queue);
    const job = await queue.add('one', {});
    await job.remove();
    expect(await queue.getJob(job.id!)).toBeUndefined();
    await eventually('the event', () =>
      seen.some((e) => e.event === 'removed' && e.jobId === job.id),
    );

    worker(queue, async ({ name }) => {
      if (name === 'bad') throw new Error('bad');
    });
    await queue.addBulk(
      Array.from({ length: 10 }, (_, i) => ({ name: i < 4 ? 'bad' : 'ok', data: {} })),
    );
    await eventually('all', async () => {
      const { completed, failed } = await queue.getJobCounts('completed', 'failed');
      return completed === 6 && failed === 4;
    });
    expect(await queue.clean(0, 2, 'completed')).toHaveLength(2);
    expect(await queue.getCompletedCount()).toBe(4);
    expect(await queue.clean(0, 100, 'failed')).toHaveLength(4);

    await queue.add('later', {}, { delay: LONG_MS });
    await queue.drain(true);
    expect(await queue.getDelayedCount()).toBe(0);
    await queue.obliterate({ force: true });
    expect(await queue.getJobCounts('completed', 'failed', 'delayed', 'waiting')).toEqual({
      completed: 0,
      failed: 0,
      delayed: 0,
      waiting: 0,
    });
  });

  test('what is finished stays as long as was asked for', async () => {
    const queue = newQueue();
    worker(queue, async () => {}, { removeOnComplete: { count: 3 } });
    // Nine, because those of one millisecond are ordered by the text of their ids.
    await queue.addBulk(Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, data: {} })));
    await eventually('all', async () => (await queue.getJob('9'))?.finishedOn !== undefined);
    expect((await queue.getCompleted()).map(({ id }) => id)).toEqual(['9', '8', '7']);
    const kept = await queue.add('kept', {}, { removeOnComplete: false });
    const gone = await queue.add('gone', {}, { removeOnComplete: true });
    await eventually('both', async () => (await gone.getState()) === 'unknown');
    expect(await kept.getState()).toBe('completed');
  });

  test('jobs are listed in pages, and retried in bulk', async () => {
    const queue = newQueue();
    for (let i = 1; i <= 12; i += 1) await queue.add(`${i}`, { i }, { attempts: 1 });
    const page = await queue.getJobs(['waiting'], 5, 8, true);
    expect(page.map(({ name }) => name)).toEqual(['6', '7', '8', '9']);
    let broken = true;
    worker(queue, async () => {
      if (broken) throw new Error('not yet');
    });
    await eventually('all to fail', async () => (await queue.getFailedCount()) === 12);
    broken = false;
    await queue.retryJobs({ count: 5 });
    await eventually('all to succeed', async () => (await queue.getCompletedCount()) === 12);
  });

  test('large payloads in both directions', async () => {
    const queue = newQueue();
    const text = 'Grüße, 世界 🚀\0'.repeat(50_000);
    worker(queue, async (job) => ({ back: (job.data as { text: string }).text }));
    const job = await queue.add('large', { text });
    await eventually('it', async () => (await job.getState()) === 'completed');
    expect((await queue.getJob(job.id!))?.returnvalue).toEqual({ back: text });
  });
});
