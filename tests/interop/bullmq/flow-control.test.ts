import { expect, test } from 'bun:test';
import { eventually } from '@tandem/testkit/eventually.ts';
import { WaitingChildrenError } from 'bullmq';
import { forEachWorkshop } from './workshop.ts';

/** So long that a test sees it as for ever. */
const LONG_MS = 3_600_000;

forEachWorkshop(({ queue: newQueue, worker, flow, events }) => {
  test('a flow works from its leaves to its root, which gets their results', async () => {
    const [root, leaves] = [newQueue(), newQueue()];
    const order: string[] = [];
    worker(leaves, async (job) => {
      order.push(job.name);
      const below = Object.values(await job.getChildrenValues<number>());
      return below.reduce((sum, n) => sum + n, (job.data as { n: number }).n);
    });
    worker(root, async (job) => {
      order.push(job.name);
      return Object.values(await job.getChildrenValues<number>()).reduce((a, b) => a + b, 0);
    });
    const leaf = (name: string, n: number) => ({ name, queueName: leaves.name, data: { n } });
    const tree = await flow().add({
      name: 'total',
      queueName: root.name,
      children: [leaf('a', 1), { ...leaf('b', 2), children: [leaf('c', 4), leaf('d', 8)] }],
    });
    await eventually('the root', async () => (await tree.job.getState()) === 'completed');
    expect((await root.getJob(tree.job.id!))?.returnvalue).toBe(15);
    expect(order.at(-1)).toBe('total');
    expect(order.indexOf('b')).toBeGreaterThan(Math.max(order.indexOf('c'), order.indexOf('d')));
    const dependencies = await tree.job.getDependencies();
    expect(Object.keys(dependencies.processed ?? {})).toHaveLength(2);
    const found = await flow().getFlow({ id: tree.job.id!, queueName: root.name });
    expect(found.children?.map(({ job }) => job.name).sort()).toEqual(['a', 'b']);
  });

  test('a failing child takes its parent along when it should', async () => {
    const [root, leaves] = [newQueue(), newQueue()];
    worker(leaves, async () => {
      throw new Error('broken leaf');
    });
    worker(root, async () => 'never');
    const { job } = await flow().add({
      name: 'parent',
      queueName: root.name,
      children: [
        { name: 'child', queueName: leaves.name, opts: { failParentOnFailure: true, attempts: 1 } },
      ],
    });
    await eventually('the parent to fail', async () => (await job.getState()) === 'failed');
    expect((await root.getJob(job.id!))?.failedReason).toContain('failed');
    const ignoring = await flow().add({
      name: 'parent',
      queueName: root.name,
      children: [
        { name: 'child', queueName: leaves.name, opts: { ignoreDependencyOnFailure: true } },
      ],
    });
    await eventually('the other', async () => (await ignoring.job.getState()) === 'completed');
  });

  test('a job waits for children that it makes itself', async () => {
    const queue = newQueue();
    worker(queue, async (job, token) => {
      if (job.name === 'child') return 'small';
      const { step } = job.data as { step: number };
      if (step === 0) {
        const parent = { id: job.id!, queue: job.queueQualifiedName };
        await queue.add('child', {}, { parent });
        await job.updateData({ step: 1 });
        if (await job.moveToWaitingChildren(token!)) throw new WaitingChildrenError();
      }
      return Object.values(await job.getChildrenValues());
    });
    const job = await queue.add('parent', { step: 0 });
    await eventually('it', async () => (await job.getState()) === 'completed');
    expect((await queue.getJob(job.id!))?.returnvalue).toEqual(['small']);
  });

  test('a limited queue lets so many through and no more', async () => {
    const queue = newQueue();
    const limited = worker(queue, async () => {}, { limiter: { max: 3, duration: LONG_MS } });
    await queue.addBulk(Array.from({ length: 8 }, () => ({ name: 'call', data: {} })));
    await eventually('the limit', async () => (await queue.getRateLimitTtl(3)) > 0);
    await eventually('three', async () => (await queue.getCompletedCount()) === 3);
    expect(await queue.getWaitingCount()).toBe(5);
    await limited.close();
    await queue.removeRateLimitKey();
    expect(await queue.getRateLimitTtl()).toBeLessThanOrEqual(0);
    worker(queue, async () => {}, { limiter: { max: 2, duration: 20 } });
    await eventually('the rest', async () => (await queue.getCompletedCount()) === 8);
  });

  test('a queue is paused and resumed, a worker too', async () => {
    const queue = newQueue();
    const { seen } = await events(queue);
    const done: string[] = [];
    await queue.pause();
    await queue.add('first', {});
    const working = worker(queue, async (job) => void done.push(job.name));
    await working.waitUntilReady();
    expect(await queue.isPaused()).toBe(true);
    expect(await queue.getWaitingCount()).toBe(1);
    await queue.resume();
    await eventually('the first', () => done.length === 1);
    await working.pause();
    await queue.add('second', {});
    expect(await queue.getWaitingCount()).toBe(1);
    working.resume();
    await eventually('the second', () => done.length === 2);
    const kinds = () => seen.map(({ event }) => event);
    await eventually('the events', () => kinds().includes('resumed'));
    expect(kinds().indexOf('paused')).toBeLessThan(kinds().indexOf('resumed'));
  });

  test('only so many at once in the whole queue', async () => {
    const queue = newQueue();
    await queue.setGlobalConcurrency(2);
    let [active, most] = [0, 0];
    const work = async () => {
      active += 1;
      most = Math.max(most, active);
      await Bun.sleep(2);
      active -= 1;
    };
    for (let i = 0; i < 3; i += 1) worker(queue, work, { concurrency: 5 });
    await queue.addBulk(Array.from({ length: 30 }, () => ({ name: 'one', data: {} })));
    await eventually('all', async () => (await queue.getCompletedCount()) === 30);
    expect(most).toBeLessThanOrEqual(2);
  });
});
