import { expect, test } from 'bun:test';
import { SearchError } from '../errors/search-error.ts';
import { jsonText } from '../json/json-writer.ts';
import type { Writable } from '../json/values.ts';
import { TaskRegistry, type TaskResults } from './task-registry.ts';

class MemoryResults implements TaskResults {
  readonly kept = new Map<string, Writable>();
  save(id: string, result: Writable): Promise<void> {
    this.kept.set(id, result);
    return Promise.resolve();
  }
  load(id: string): Promise<Writable | undefined> {
    return Promise.resolve(this.kept.get(id));
  }
}

const shown = (value: Writable | undefined) => JSON.parse(jsonText(value as Writable));

test('a task is listed while it runs and gone when it is over', async () => {
  const tasks = new TaskRegistry('node', new MemoryResults());
  await tasks.run({ action: 'indices:data/read/search' }, async (task) => {
    expect(task.id).toBe('node:1');
    expect(tasks.list().map(({ action }) => action)).toEqual(['indices:data/read/search']);
  });
  expect(tasks.list()).toEqual([]);
  expect(tasks.counts.get('indices:data/read/search')).toBe(1);
});

test('the response of a task nobody waited for is kept', async () => {
  const tasks = new TaskRegistry('node', new MemoryResults());
  const task = tasks.start({ action: 'x', cancellable: true }, async () => ({ took: 3 }));
  await task.done;
  expect(shown(await tasks.result(task.id))).toMatchObject({
    completed: true,
    task: { node: 'node', id: 1, action: 'x', cancellable: true, cancelled: false },
    response: { took: 3 },
  });
});

test('so is its error', async () => {
  const tasks = new TaskRegistry('node', new MemoryResults());
  const task = tasks.start({ action: 'x' }, async () => {
    throw new SearchError('illegal_argument_exception', 'no');
  });
  await task.done;
  const result = shown(await tasks.result(task.id));
  expect(result.error).toEqual({ type: 'illegal_argument_exception', reason: 'no' });
});

test('cancelling a task stops it and its children where they next look', () => {
  const tasks = new TaskRegistry('node', new MemoryResults());
  const parent = tasks.register({ action: 'p', cancellable: true });
  const child = tasks.register({ action: 'c', cancellable: true, parent: parent.id });
  const other = tasks.register({ action: 'o', cancellable: true });
  tasks.cancel(parent, 'by user request');
  expect(() => child.check()).toThrow('task cancelled [by user request]');
  expect(() => other.check()).not.toThrow();
});

test('whoever waits is told when a task is over or cancelled, before or after', async () => {
  const tasks = new TaskRegistry('node', new MemoryResults());
  const task = tasks.register({ action: 'x', cancellable: true });
  const { signal } = task;
  const both = Promise.all([task.done, task.done]);
  task.cancel('enough');
  expect(signal.aborted).toBe(true);
  expect(task.signal.reason).toBe('enough');
  tasks.remove(task);
  await both;
  await task.done;
});
