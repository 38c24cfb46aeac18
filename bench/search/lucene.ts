/**
 * Lucene (Debian's liblucene8-java) on the same corpus: the comparison kit compiles and runs it and
 * generates the corpus. The kit is a directory beside the checkout, or where TANDEM_LUCENE_BENCH says;
 * corpus and indices are kept below TANDEM_BENCH_DIR (by default in the temporary directory) from
 * one run to the next.
 */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@tandem/common/user-error.ts';
import { run } from '@tandem/testkit/started-process.ts';

const JARS = ['core', 'analyzers-common']
  .map((name) => `/usr/share/java/lucene-${name}-8.7.0.jar`)
  .join(':');
const DOCUMENTS = 300_000;
const root = join(import.meta.dir, '../..');
const kit = process.env.TANDEM_LUCENE_BENCH ?? join(root, '../shared/tools/lucene-bench');
const work = process.env.TANDEM_BENCH_DIR ?? join(tmpdir(), 'tandem-bench-search');

export const paths = {
  data: join(work, 'data'),
  lucene: join(work, 'lucene-index'),
  ours: join(work, 'index'),
  classes: join(work, 'classes'),
} as const;

/** A line of either side's output. */
export type KitRow = Readonly<Record<string, string | number | boolean>>;

/** Makes sure of corpus and program; throws a UserError that says what is missing. */
export async function prepare(progress: (what: string) => void): Promise<void> {
  if (!existsSync(join(kit, 'LuceneBench.java'))) {
    throw new UserError(`The comparison kit is not at ${kit}; set TANDEM_LUCENE_BENCH.`, 2);
  }
  for (const jar of JARS.split(':')) {
    if (!existsSync(jar)) throw new UserError(`${jar} is missing: apt install liblucene8-java`, 2);
  }
  for (const path of Object.values(paths)) mkdirSync(path, { recursive: true });
  if (!existsSync(join(paths.data, 'queries.tsv'))) {
    progress(`generating a corpus of ${DOCUMENTS} documents`);
    const generator = ['--max-old-space-size=8000', join(kit, 'gen-corpus.mjs')];
    await mustRun(['node', ...generator, paths.data, '--docs', String(DOCUMENTS)]);
  }
  await mustRun(['javac', '-cp', JARS, '-d', paths.classes, join(kit, 'LuceneBench.java')]);
}

export function runLucene(seconds: number): Promise<KitRow[]> {
  const java = ['java', '-Xms2g', '-Xmx2g', '-XX:+UseSerialGC', '-cp', `${JARS}:${paths.classes}`];
  return kitRows([...java, 'LuceneBench', paths.data, paths.lucene, `secs=${seconds}`]);
}

/** Bytes of Lucene's index beside the stored documents. */
export function luceneBytesWithoutSource(): number {
  return readdirSync(paths.lucene)
    .filter((name) => !/\.fd[tmx]$/.test(name))
    .reduce((sum, name) => sum + statSync(join(paths.lucene, name)).size, 0);
}

/** The JSON lines a program prints. */
export async function kitRows(
  argv: readonly string[],
  env: Record<string, string> = {},
): Promise<KitRow[]> {
  const lines = (await mustRun(argv, env)).trim().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as KitRow);
}

async function mustRun(argv: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await run(argv, { env });
  if (code !== 0) throw new UserError(`${argv.join(' ')} failed:\n${stderr}`);
  return stdout;
}
