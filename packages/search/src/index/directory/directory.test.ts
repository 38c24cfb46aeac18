import { describe, expect, test } from 'bun:test';
import { PowerCut, PowerCutDirectory } from '@tandem/testkit/power-cut-directory.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import type { Directory } from './directory.ts';
import { DiskDirectory } from './disk-directory.ts';
import { MemoryDirectory } from './memory-directory.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

const kinds: Record<string, () => Directory> = {
  disk: () => new DiskDirectory(tempDir('directory')),
  memory: () => new MemoryDirectory(),
  'power cut': () => new PowerCutDirectory(),
};

for (const [kind, open] of Object.entries(kinds)) {
  describe(`${kind} directory`, () => {
    test('reads what was appended', async () => {
      const directory = open();
      const file = directory.create('a');
      file.append(bytes('one '));
      file.append(bytes('two'));
      await file.sync();
      expect(file.length).toBe(7);
      file.close();
      expect(text(directory.read('a'))).toBe('one two');
    });

    test('reads a large file in pieces', () => {
      const directory = open();
      const file = directory.create('a');
      const content = Uint8Array.from({ length: 600_000 }, (_, i) => i % 251);
      file.append(content);
      file.close();
      let at = 0;
      for (const piece of directory.pieces('a')) {
        expect(Buffer.compare(piece, content.subarray(at, at + piece.length))).toBe(0);
        at += piece.length;
      }
      expect(at).toBe(content.length);
    });

    test('reads an empty file', () => {
      const directory = open();
      directory.create('empty').close();
      expect(directory.read('empty').length).toBe(0);
    });

    test('renames over a file and lists what is there', async () => {
      const directory = open();
      for (const name of ['old', 'new']) {
        const file = directory.create(name);
        file.append(bytes(name));
        file.close();
      }
      directory.rename('new', 'old');
      await directory.sync();
      expect(directory.list()).toEqual(['old']);
      expect(text(directory.read('old'))).toBe('new');
    });

    test('content stays readable after the file is deleted', () => {
      const directory = open();
      const file = directory.create('a');
      file.append(bytes('kept'));
      file.close();
      const content = directory.read('a');
      directory.delete('a');
      expect(directory.list()).toEqual([]);
      expect(text(content)).toBe('kept');
    });

    test('refuses to read or delete what is not there', () => {
      const directory = open();
      expect(() => directory.read('none')).toThrow();
      expect(() => directory.delete('none')).toThrow();
    });
  });
}

test('a power cut drops bytes not synced and names not made durable', async () => {
  const directory = new PowerCutDirectory();
  const kept = directory.create('kept');
  kept.append(bytes('safe'));
  await kept.sync();
  await directory.sync();
  kept.append(bytes(' lost'));
  const lost = directory.create('lost');
  lost.append(bytes('x'));
  await lost.sync();
  directory.cutAfter(0);
  expect(() => kept.append(bytes('y'))).toThrow(PowerCut);
  expect(directory.sync()).rejects.toThrow(PowerCut);
  const left = directory.remains();
  expect(left.list()).toEqual(['kept']);
  expect(text(left.read('kept'))).toBe('safe');
});

test('a power cut may keep what was never synced', () => {
  const directory = new PowerCutDirectory();
  const file = directory.create('a');
  file.append(bytes('abcd'));
  directory.rename('a', 'b');
  const left = directory.remains(() => 0.999);
  expect(left.list()).toEqual(['b']);
  expect(text(left.read('b'))).toBe('abcd');
});
