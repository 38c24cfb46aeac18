import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { DirectoryFiles } from './config-files.ts';

const outside = tempDir('outside');
const directory = join(outside, 'config');
mkdirSync(directory);
writeFileSync(join(outside, 'secret.txt'), 'secret');
writeFileSync(join(directory, 'words.txt'), 'é\n# c\nb');
writeFileSync(join(directory, 'latin1.txt'), Buffer.from([0xe9]));
symlinkSync(join(outside, 'secret.txt'), join(directory, 'link.txt'));
const files = new DirectoryFiles(directory);

describe('files of the configuration directory', () => {
  test('are read by relative and by absolute path', () => {
    expect(files.text('words.txt', 'x_path')).toBe('é\n# c\nb');
    expect(files.text(join(directory, 'words.txt'), 'x_path')).toBe('é\n# c\nb');
  });

  test.each([
    ['none.txt', `IOException while reading x_path: ${directory}/none.txt`],
    ['../secret.txt', `Access denied trying to read file x_path: ${outside}/secret.txt`],
    ['../nothing', `Access denied trying to read file x_path: ${outside}/nothing`],
    ['link.txt', `Access denied trying to read file x_path: ${directory}/link.txt`],
    [
      'latin1.txt',
      `Unsupported character encoding detected while reading x_path: ${directory}/latin1.txt - files must be UTF-8 encoded`,
    ],
  ])('%s is refused', (path, message) => {
    expect(() => files.text(path, 'x_path')).toThrow(message);
  });
});
