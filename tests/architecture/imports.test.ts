import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { layerRules, packageRules } from './import-rules.ts';
import { brokenRule, importedModules, unitOf, violations } from './imports.ts';

const root = join(import.meta.dir, '../..');

test('every package has its row in the table', () => {
  const packages = readdirSync(join(root, 'packages')).sort();
  expect(packageRules.map((rule) => rule.from).sort()).toEqual(packages);
});

test('no package imports what its row forbids', () => {
  expect(violations(root, packageRules)).toEqual([]);
});

test('no layer imports what lies above it', () => {
  expect(violations(root, layerRules)).toEqual([]);
});

test('finds every form of import', () => {
  const source = [
    `import { a } from './a.ts';`,
    `import type { B } from '../b.ts';`,
    `import {\n  c,\n  d,\n} from '@tandem/kv/c.ts';`,
    `export * from './e.ts';`,
    `import './side-effect.ts';`,
    `const f = await import('./f.ts');`,
    `// import { no } from './comment.ts';`,
    `/* import { no } from './block.ts'; */`,
  ].join('\n');
  expect(importedModules(source)).toEqual([
    './a.ts',
    '../b.ts',
    '@tandem/kv/c.ts',
    './e.ts',
    './side-effect.ts',
    './f.ts',
  ]);
});

test('sees one package through a relative path and through its name', () => {
  const file = 'packages/stack/src/cli/up.ts';
  expect(unitOf('@tandem/kv/store/db.ts', file)).toBe('kv/store/db.ts');
  expect(unitOf('../../../kv/src/store/db.ts', file)).toBe('kv/store/db.ts');
  expect(unitOf('node:fs', file)).toBeUndefined();
});

test('catches what the table forbids and lets pass what it allows', () => {
  expect(brokenRule('common/a.ts', 'kv/b.ts', packageRules)).toContain('common must never');
  expect(brokenRule('kv/a.ts', 'common/b.ts', packageRules)).toBeUndefined();
  expect(brokenRule('kv/a.ts', 'testkit/b.ts', packageRules)).toContain('testkit');
  expect(brokenRule('stack/a.ts', 'kv/b.ts', packageRules)).toBeDefined();
  expect(brokenRule('kv/store/a.ts', 'kv/commands/b.ts', layerRules)).toBeDefined();
  expect(brokenRule('kv/commands/a.ts', 'kv/store/b.ts', layerRules)).toBeUndefined();
  expect(brokenRule('kv/store/a.ts', 'kv/store/b.ts', layerRules)).toBeUndefined();
});
