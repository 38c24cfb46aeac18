/**
 * A node that kills itself (SIGKILL, so nothing is flushed or closed) at one operation on a shard's
 * files: `CRASH_AT='rename manifest before 3'` is the third renaming of a manifest, before it is done.
 * The arguments are the node's own.
 */
import { DiskDirectory } from '@tandem/search/index/directory/disk-directory.ts';

const [operation, kind = '', moment, count] = (process.env.CRASH_AT ?? '').split(' ');
let left = Number(count);

/** Does the work, unless this is where the process ends. `half` is the work cut short. */
function at<T>(what: string, name: string, work: () => T, half?: () => void): T {
  if (what !== operation || !name.startsWith(kind)) return work();
  left -= 1;
  if (left !== 0) return work();
  if (moment === 'half') half?.();
  if (moment !== 'after') process.kill(process.pid, 'SIGKILL');
  const result = work();
  if (!(result instanceof Promise)) process.kill(process.pid, 'SIGKILL');
  // A promise is of a sync: done when it resolves, not when it is asked for.
  return (result as Promise<unknown>).then(() =>
    process.kill(process.pid, 'SIGKILL'),
  ) as unknown as T;
}

const { create, rename, sync } = DiskDirectory.prototype;
const remove = DiskDirectory.prototype.delete;

DiskDirectory.prototype.create = function (this: DiskDirectory, name) {
  const file = at('create', name, () => create.call(this, name));
  const append = file.append.bind(file);
  const syncFile = file.sync.bind(file);
  file.append = (bytes) =>
    at(
      'append',
      name,
      () => append(bytes),
      () => append(bytes.subarray(0, bytes.length >> 1)),
    );
  file.sync = () => at('sync', name, syncFile);
  return file;
};
DiskDirectory.prototype.rename = function (this: DiskDirectory, from, to) {
  at('rename', from, () => rename.call(this, from, to));
};
DiskDirectory.prototype.delete = function (this: DiskDirectory, name) {
  at('delete', name, () => remove.call(this, name));
};
DiskDirectory.prototype.sync = function (this: DiskDirectory) {
  return at('sync', 'directory', () => sync.call(this));
};

await import('@tandem/search/main.ts');
