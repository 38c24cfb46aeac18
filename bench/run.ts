/**
 * `npm run bench`: measures, side by side with real peers where there are any.
 *
 *   npm run bench                  the quick set
 *   npm run bench -- --full        everything, with enough runs to publish
 *   npm run bench -- stack         one suite
 */
import { type CommandSpec, parseCommandLine } from '@tandem/common/cli/command-line.ts';
import { helpText } from '@tandem/common/cli/help.ts';
import { UserError } from '@tandem/common/user-error.ts';
import { machine, rowsTable } from './report/report.ts';
import type { Effort, Suite } from './suite.ts';
import { suites } from './suites.ts';

const spec: CommandSpec = {
  name: 'npm run bench --',
  summary: 'Measure the product.',
  positionals: suites.map((suite) => `[${suite.name}]`),
  options: [
    { name: 'full', help: 'Measure everything, with enough runs to publish.' },
    { name: 'help', short: 'h', help: 'Print this.' },
  ],
};

function chosen(names: readonly string[]): readonly Suite[] {
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    const there = suites.map((suite) => suite.name).join(', ');
    throw new UserError(`There is no benchmark "${unknown}"; there is: ${there}.`, 2);
  }
  return names.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));
}

async function main(argv: readonly string[]): Promise<void> {
  const line = parseCommandLine(spec, argv);
  if (line.flag('help')) {
    console.log(helpText(spec));
    return;
  }
  const effort: Effort = line.flag('full') ? 'full' : 'quick';
  console.log(`${machine()}\n${effort} run; median (least–most)`);
  for (const suite of chosen(line.positionals)) {
    console.log(`\n== ${suite.name}\n${suite.method}`);
    const rows = await suite.run(effort, (what) => console.error(`   … ${what}`));
    console.log(rowsTable(rows));
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
