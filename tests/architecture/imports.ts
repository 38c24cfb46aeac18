import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { ImportRule } from './import-rules.ts';

/** One import that crosses a line, ready to be printed. */
export interface Violation {
  readonly file: string;
  readonly imports: string;
  readonly rule: string;
}

const importSyntax =
  /(?:^|[\s;}])(?:import|export)\s+(?:[^'"`;()]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

/** Module names that a source file imports or re-exports; types count, they are knowledge too. */
export function importedModules(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(importSyntax)].map((match) => (match[1] ?? match[2]) as string);
}

/**
 * Names what `file` (a path from the root, `packages/kv/src/store/x.ts`) means by `module`, as
 * `kv/store/y.ts`; undefined when it is not one of ours.
 */
export function unitOf(module: string, file: string): string | undefined {
  const own = /^@tandem\/([^/]+)(?:\/(.*))?$/.exec(module);
  if (own) return join(own[1] as string, own[2] ?? '');
  if (!module.startsWith('.')) return undefined;
  return unitOfPath(normalize(join(dirname(file), module)));
}

/** `packages/kv/src/store/x.ts` → `kv/store/x.ts`; what is outside packages keeps its path. */
export function unitOfPath(path: string): string {
  return path.replace(/^packages\/([^/]+)\/(?:src\/)?/, '$1/');
}

const isIn = (unit: string, place: string) => unit === place || unit.startsWith(`${place}/`);

/** Which of `rules` the import of `target` from `unit` breaks, in words; undefined when none. */
export function brokenRule(
  unit: string,
  target: string,
  rules: readonly ImportRule[],
): string | undefined {
  for (const rule of rules) {
    if (!isIn(unit, rule.from) || isIn(target, rule.from)) continue;
    if (rule.except?.some((place) => isIn(target, place))) continue;
    const hit = rule.never.find((place) => place === '*' || isIn(target, place));
    if (hit !== undefined) return `${rule.from} must never import ${hit === '*' ? target : hit}`;
  }
  return undefined;
}

/** Every import among the product's own files that breaks a rule. */
export function violations(root: string, rules: readonly ImportRule[]): Violation[] {
  const found: Violation[] = [];
  for (const file of new Bun.Glob('packages/*/src/**/*.{ts,tsx}').scanSync({ cwd: root })) {
    const isTest = /\.test\.tsx?$/.test(file);
    const unit = unitOfPath(file);
    for (const module of importedModules(readFileSync(join(root, file), 'utf8'))) {
      const target = unitOf(module, file);
      if (target === undefined) continue;
      // Tests may use the test kit and whatever their package's layers hide from each other.
      if (isTest && (isIn(target, 'testkit') || isIn(target, unit.split('/')[0] as string)))
        continue;
      const rule = brokenRule(unit, target, rules);
      if (rule !== undefined) found.push({ file, imports: module, rule });
    }
  }
  return found;
}
