import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readBunSummary, type Tally } from './bun-summary.ts';
import type { TestGroup } from './groups.ts';

const root = join(import.meta.dir, '../..');

/** Test files of a group, as paths relative to the root; narrowed to those containing a filter. */
export function testFiles(group: TestGroup, filters: readonly string[]): string[] {
  const files = group.folders.flatMap((folder) => [
    ...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync({ cwd: root, followSymlinks: false }),
  ]);
  return files
    .filter((file) => !file.includes('node_modules/'))
    .filter((file) => !group.except?.some((folder) => file.startsWith(`${folder}/`)))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort();
}

/** Runs a group's commands, then its test files, with their output as it comes. */
export async function runGroup(
  group: TestGroup,
  files: readonly string[],
  common: Record<string, string>,
  filtered: boolean,
): Promise<Tally> {
  const environment = { ...common, ...group.environment };
  const tally: Tally = { passed: 0, failed: 0, skipped: [] };
  for (const argv of filtered ? [] : group.commands) {
    const { exitCode } = await stream(argv, environment);
    if (exitCode === 0) tally.passed += 1;
    else tally.failed += 1;
    console.log(`(${exitCode === 0 ? 'pass' : 'fail'}) ${argv.join(' ')}`);
  }
  if (files.length > 0) {
    const argv = [process.execPath, 'test', `--timeout=${group.timeoutMs}`];
    const run = await stream([...argv, ...files.map((file) => `./${file}`)], environment);
    const result = readBunSummary(run.output, run.exitCode);
    tally.passed += result.passed;
    tally.failed += result.failed;
    tally.skipped.push(...result.skipped);
  }
  return tally;
}

function stream(
  argv: readonly string[],
  environment: Record<string, string>,
): Promise<{ output: string; exitCode: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0] as string, argv.slice(1), {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString();
      to.write(chunk);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, exitCode: code ?? 1 }));
  });
}
